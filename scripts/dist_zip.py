"""Zips a folder in a fixed order and with fixed times: dist_zip.py FILE FOLDER EPOCH."""

import os
import sys
import time
import zipfile

file, folder, epoch = sys.argv[1], sys.argv[2], int(sys.argv[3])
date = max(time.gmtime(epoch)[:6], (1980, 1, 1, 0, 0, 0))
paths = [os.path.join(base, name) for base, _, names in os.walk(folder) for name in names]
with zipfile.ZipFile(file, "w") as archive:
    for path in sorted(paths):
        entry = zipfile.ZipInfo(os.path.relpath(path, folder), date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100755 if os.access(path, os.X_OK) else 0o100644) << 16
        with open(path, "rb") as content:
            archive.writestr(entry, content.read(), compresslevel=9)
