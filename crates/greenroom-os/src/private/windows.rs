//! By access lists that are given when a thing is made: its owner, and nobody by inheritance.

use std::ffi::c_void;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::ffi::OsStrExt as _;
use std::os::windows::io::{FromRawHandle as _, OwnedHandle};
use std::path::Path;
use std::ptr;

use windows_sys::Win32::Foundation::{
    GENERIC_READ, GENERIC_WRITE, INVALID_HANDLE_VALUE, LocalFree,
};
use windows_sys::Win32::Security::Authorization::{
    ConvertStringSecurityDescriptorToSecurityDescriptorW, SDDL_REVISION_1,
};
use windows_sys::Win32::Security::SECURITY_ATTRIBUTES;
use windows_sys::Win32::Storage::FileSystem::{
    CREATE_NEW, CreateDirectoryW, CreateFileW, FILE_ATTRIBUTE_NORMAL, FILE_SHARE_DELETE,
    FILE_SHARE_READ, FILE_SHARE_WRITE,
};

/// Everything for the owner, in the folder and below it; `P` takes nothing over from above.
const FOLDER: &str = "D:P(A;OICI;FA;;;OW)";
const FILE: &str = "D:P(A;;FA;;;OW)";

pub(super) fn create_folder(path: &Path) -> io::Result<()> {
    let path = wide(path)?;
    let descriptor = Descriptor::of(FOLDER)?;
    #[expect(unsafe_code, reason = "the standard library makes no private folders")]
    // SAFETY: both arguments outlive the call, and the path ends with NUL.
    let made = unsafe { CreateDirectoryW(path.as_ptr(), &raw const *descriptor.attributes()) };
    if made == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

pub(super) fn create_folders(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    match create_folder(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let Some(parent) = path.parent() else {
                return Err(error);
            };
            create_folders(parent)?;
            create_folders(path)
        }
        // Somebody was faster.
        Err(_) if path.is_dir() => Ok(()),
        outcome => outcome,
    }
}

pub(super) fn create_new_file(path: &Path) -> io::Result<File> {
    let path = wide(path)?;
    let descriptor = Descriptor::of(FILE)?;
    #[expect(unsafe_code, reason = "the standard library makes no private files")]
    // SAFETY: the arguments outlive the call, the path ends with NUL, and the handle is ours alone.
    unsafe {
        let handle = CreateFileW(
            path.as_ptr(),
            GENERIC_READ | GENERIC_WRITE,
            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
            &raw const *descriptor.attributes(),
            CREATE_NEW,
            FILE_ATTRIBUTE_NORMAL,
            ptr::null_mut(),
        );
        if handle == INVALID_HANDLE_VALUE {
            return Err(io::Error::last_os_error());
        }
        Ok(File::from(OwnedHandle::from_raw_handle(handle)))
    }
}

pub(super) fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    match create_new_file(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => options.open(path),
    }
}

/// Nothing to do: a file that is made in the usual way has the access list of its folder.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(super) fn let_others_read(_: &File) -> io::Result<()> {
    Ok(())
}

/// Nothing to do: a folder cannot be opened as a file, and names are written with what they name.
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// An access list that the system has made of a text.
struct Descriptor {
    list: *mut c_void,
    attributes: SECURITY_ATTRIBUTES,
}

impl Descriptor {
    fn of(text: &str) -> io::Result<Self> {
        let text: Vec<u16> = text.encode_utf16().chain([0]).collect();
        let mut list = ptr::null_mut();
        #[expect(unsafe_code, reason = "the standard library knows no access lists")]
        // SAFETY: the text ends with NUL; what is made is released when this is dropped.
        let made = unsafe {
            ConvertStringSecurityDescriptorToSecurityDescriptorW(
                text.as_ptr(),
                SDDL_REVISION_1,
                &raw mut list,
                ptr::null_mut(),
            )
        };
        if made == 0 {
            return Err(io::Error::last_os_error());
        }
        let attributes = SECURITY_ATTRIBUTES {
            nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
            lpSecurityDescriptor: list,
            bInheritHandle: 0,
        };
        Ok(Self { list, attributes })
    }

    fn attributes(&self) -> &SECURITY_ATTRIBUTES {
        &self.attributes
    }
}

impl Drop for Descriptor {
    fn drop(&mut self) {
        #[expect(unsafe_code, reason = "the standard library knows no access lists")]
        // SAFETY: it was made by the call that says to release it so, and nobody has it any more.
        unsafe {
            LocalFree(self.list);
        }
    }
}

fn wide(path: &Path) -> io::Result<Vec<u16>> {
    // Relative and long paths become what the system takes in every case.
    let path = std::path::absolute(path)?;
    let mut wide: Vec<u16> = path.as_os_str().encode_wide().collect();
    if wide.contains(&0) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    wide.push(0);
    Ok(wide)
}
