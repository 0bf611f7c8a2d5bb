import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const script = `
import hashlib, json, os, sys, zipfile
found = []
with zipfile.ZipFile(sys.argv[1]) as z:
    for info in z.infolist():
        name = os.path.basename(info.filename)
        if name in ('manifest.json', 'SHA256SUMS'): continue
        with z.open(info) as f: found.append(hashlib.file_digest(f, 'sha256').hexdigest())
print(hashlib.sha256('\\n'.join(sorted(found)).encode()).hexdigest(), len(found))`

/** One hash over the hashes of all files in a zip, and how many there are, as Python's zipfile reads them (and their CRCs). */
export async function contentsOf(zip: string): Promise<string> {
  return (await run('python3', ['-c', script, zip])).stdout.trim()
}
