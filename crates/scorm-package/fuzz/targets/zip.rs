//! Arbitrary bytes as a zip file: no panic, no name that leads out, no more bytes than declared.
#![no_main]

use std::io::{Cursor, Read};

use libfuzzer_sys::fuzz_target;
use scorm_package::archive::open_entry;
use scorm_package::files::check_name;
use scorm_package::{Limits, Package};

fuzz_target!(|bytes: &[u8]| {
    let limits = Limits { unpacked: 8 << 20, entries: 200, ..Limits::default() };
    let (package, _problems) = Package::from_zip(&mut Cursor::new(bytes), &limits);
    assert!(package.files.total_size() <= limits.unpacked);
    for entry in package.files.iter() {
        assert_eq!(check_name(&entry.path).as_deref(), Ok(entry.path.as_str()));
        for start in [0, entry.size / 2] {
            if let Ok(mut reader) = open_entry(Cursor::new(bytes), entry, start) {
                let mut unpacked = Vec::new();
                let _result = reader.read_to_end(&mut unpacked);
                assert!(unpacked.len() as u64 <= entry.size - start);
            }
        }
    }
});
