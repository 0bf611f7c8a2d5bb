#!/bin/sh
# answers as a Python of long ago
echo '{"program":"/usr/bin/python3.8","implementation":"CPython","major":3,"number":8,"version":"3.8.1","build":"","library":"/usr","compiled":"/usr","sharedLibrary":null}'
