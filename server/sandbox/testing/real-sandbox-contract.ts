import { randomBytes } from 'node:crypto'
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Bench } from './bench.ts'
import { contractLimits } from './bench.ts'
import { processesWith } from '../process-alive.ts'

/** What a sandbox with real processes does besides. */
export function realSandboxContract({ start, run, sandbox, environment, folder }: Bench): void {
  test('starts as python __main__.py does', async () => {
    const { out, err, end } = await run(
      `import json, os, sys
with open(sys.argv[1]) as file:
    job = json.load(file)
print(__name__, __file__, sys.argv, os.getcwd(), sys.path[0], job["note"])
import __main__
print(__main__.__dict__ is globals(), sys.modules["__main__"].__name__)
import atexit
atexit.register(lambda: print("at exit"))
open("left-open", "w").write("flushed at the end")
raise ValueError("no")
`,
      { job: { note: 'ä' }, configPath: '/config/c.asl' },
    )
    expect(out).toEqual([
      "__main__ /script/__main__.py ['/script/__main__.py', '/job/job.ipa', '/config/c.asl'] /output /script ä",
      'True __main__',
      'at exit',
    ])
    expect(err).toEqual([
      'Traceback (most recent call last):',
      '  File "/script/__main__.py", line 10, in <module>',
      '    raise ValueError("no")',
      'ValueError: no',
    ])
    expect(end).toMatchObject({ why: 'exited', code: 1 })
  })

  test('a script that uses the classic interface finds its configurations in the job alone', async () => {
    const source =
      'import sys\nprint(len(sys.argv))\nif False:\n    pass\ntry:\n    import intrepidcs.ipa_interface as ipa\nexcept ImportError:\n    pass\n'
    const classic = await run(source.replace('    import', ' import'), { configPath: '/config/c.asl' })
    expect(classic.out).toEqual(['2'])
  })

  test('what is written on leaving is kept, and sys.exit with a text is an error', async () => {
    const { err, files, end } = await run(
      'import sys\nf = open("left-open", "w")\nf.write("flushed")\nsys.exit("that was all")\n',
    )
    expect([end, err, [...files]]).toMatchObject([{ why: 'exited', code: 1 }, ['that was all'], [['left-open', 'flushed']]])
  })

  test('sees its inputs, read-only, and no others', async () => {
    const file = join(folder(), 'input')
    await writeFile(file, 'frames')
    await chmod(file, 0o600)
    const inputs = [
      { hostPath: file, path: '/data/7/drive.vsb' },
      { hostPath: file, path: '/config/settings.asl' },
    ]
    const { out } = await run(
      `import os
for top in ("/data", "/config", "/previous"):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            print(path, open(path).read())
            try:
                open(path, "a")
            except OSError as error:
                print("no")
`,
      { inputs },
    )
    expect(out).toEqual(['/data/7/drive.vsb frames', 'no', '/config/settings.asl frames', 'no'])
  })

  test.each(['/data/../x', '/etc/passwd', 'data/x', '/data/', '/data//x'])('an input has no place at %s', async (path) => {
    const file = join(folder(), 'input-elsewhere')
    await writeFile(file, '')
    await expect(start('', { inputs: [{ hostPath: file, path }] })).rejects.toThrow('no place')
  })

  test('hands out regular files with one name; names are made safe', async () => {
    const { files, refused } = await run(`
import os, socket
os.makedirs("sub/folder")
for name in ("plain.csv", "sub/folder/deep.txt", "CON.txt", "a:b?.txt", "B.TXT", "b.txt", "trailing. ", "-\\u202egpj.exe", "closed"):
    with open(name, "w") as file:
        file.write(name[0])
os.chmod("closed", 0)
os.chmod("sub", 0)
os.symlink("/etc/passwd", "link")
os.symlink("/data", "folder-link")
os.link("plain.csv", "second.csv")
os.mkfifo("pipe")
socket.socket(socket.AF_UNIX).bind("socket")
with open(b"raw-\\xff", "w") as file:
    file.write("r")
open("empty", "w").close()
os.unlink("plain.csv")
with open("plain.csv", "w") as file:
    file.write("new")
os.link("plain.csv", "third.csv")
with open("progress.ipa", "w") as file:
    file.write("7")
`)
    expect(Object.fromEntries(files)).toEqual({
      'second.csv': 'p',
      'sub/folder/deep.txt': 's',
      '_CON.txt': 'C',
      'a_b_.txt': 'a',
      'B.TXT': 'B',
      'b (2).txt': 'b',
      trailing_: 't',
      '-_gpj.exe': '-',
      closed: 'c',
      'raw-_xff': 'r',
      empty: '',
    })
    expect(Object.fromEntries(refused)).toEqual({
      link: 'is a symbolic link',
      'folder-link': 'is a symbolic link',
      pipe: 'is a pipe',
      socket: 'is a socket',
      'plain.csv': 'has several names (hard links)',
      'third.csv': 'has several names (hard links)',
    })
  })

  test('a file that is larger than its bytes, and one file too many, are refused', async () => {
    const { files, refused } = await run(
      `import os
with open("sparse", "w") as file:
    os.ftruncate(file.fileno(), ${contractLimits.outputBytes})
for number in range(22):
    open(f"f{number:02}", "w").close()
with open("z", "w") as file:
    os.ftruncate(file.fileno(), 1)
`,
    )
    expect(files.size).toBe(contractLimits.outputFiles)
    expect([...refused.values()]).toContain('is one file too many')
  })

  test('many lines and long lines come whole or cut, and nothing is lost', async () => {
    const { out, end } = await run(`
for number in range(50000):
    print(number)
print("x" * 1000000)
print("10%\\r20%\\r30%")
print("no end", end="")
`)
    expect(out.slice(0, 50_000).every((line, index) => line === String(index))).toBe(true)
    expect(out.slice(50_000).map((line) => line.slice(-8))).toEqual(['xxxx ...', '30%', 'no end'])
    expect(end).toMatchObject({ why: 'exited', code: 0 })
  })

  test('of what is far too much the first and the last lines come, and the number of those between', async () => {
    const count = 2_000_000
    const { out, err, events, end } = await run(
      `import sys
for first in range(0, ${count}, 1000):
    print("\\n".join(str(first + number) for number in range(1000)))
print("no end", end="")\nsys.exit("why")\n`,
    )
    const skipped = events.reduce((sum, event) => sum + (event.kind === 'skipped' ? event.lines : 0), 0)
    expect(skipped).toBeGreaterThan(10_000)
    expect(out.length + skipped).toBe(count + 1)
    expect(out.slice(0, 50_000).every((line, index) => line === String(index))).toBe(true)
    expect([out.slice(-2), err]).toEqual([[String(count - 1), 'no end'], ['why']])
    expect(end).toMatchObject({ why: 'exited', code: 1 })
  })

  test('a script that says more than anybody reads can be canceled', async () => {
    const box = await start('while True:\n    print("x" * 1000)\n')
    for await (const event of box.events) {
      expect(event.kind).toBe('line')
      break
    }
    box.kill('canceled')
    expect(await box.ended).toMatchObject({ why: 'canceled' })
    await box.dispose()
  })

  test('nothing is left 5 s after cancelling: not by ignoring, by forking twice, nor in sessions of its own', async () => {
    /** How long it took, in ms. */
    const cancel = async (): Promise<number> => {
      const mark = `mark-${randomBytes(8).toString('hex')}`
      const box = await start(`
import os, signal, subprocess, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def hide(depth):
    if os.fork() == 0:
        os.setsid()
        if depth > 0:
            hide(depth - 1)
        os.execv("/bin/sh", ["sh", "-c", "trap '' TERM; while :; do sleep 1; done", "${mark}"])
hide(3)
print("ready")
while True:
    signal.pause()
`)
      let took = Infinity
      for await (const event of box.events) {
        expect(event).toMatchObject({ text: 'ready' })
        await expect.poll(() => processesWith(mark).length).toBe(4)
        const begin = performance.now()
        box.kill('canceled')
        await box.ended
        expect(processesWith(mark)).toEqual([])
        took = performance.now() - begin
      }
      await box.dispose()
      return took
    }
    let took = await cancel()
    // most of it is patience with the script; a busy machine may pause for the rest, but hardly each time
    for (let again = 0; again < 2 && took >= 5_000; again++) took = await cancel()
    expect(took).toBeLessThan(5_000)
  })

  test('what a script leaves running ends with it', async () => {
    const mark = `mark-${randomBytes(8).toString('hex')}`
    const { end } = await run(`
import subprocess
subprocess.Popen(["sh", "-c", "sleep 1000; :", "${mark}"], start_new_session=True)
`)
    expect([end, processesWith(mark)]).toMatchObject([{ why: 'exited', code: 0 }, []])
  })

  test('a fork bomb stays within its limit and is named', async () => {
    const { end } = await run(`
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
`)
    expect(end.why).toBe('processes')
  })

  test('very many small files are too much output', async () => {
    const { end } = await run(`
number = 0
while True:
    open(f"f{number}", "w").close()
    number += 1
`)
    expect(end.why).toBe('output')
  })

  test('a box is used once, and its folder goes with it', async () => {
    const parent = join(folder(), 'boxes')
    const before = (await readdir(parent)).length
    const first = await run('open("/tmp/seen", "w").close()\nopen("/dev/shm/seen", "w").close()\n')
    const second = await run('import os\nprint(os.listdir("/tmp"), os.listdir("/dev/shm"), os.listdir("/output"))\n')
    expect([first.end.why, second.out]).toEqual(['exited', ['[] [] []']])
    expect(await readdir(parent)).toHaveLength(before)
  })

  test('boxes wait loaded, and a new one takes the place of one that is used', async () => {
    const waiting = (): number => Reflect.get(sandbox(), 'waiting') as number
    sandbox().warm(environment(), contractLimits, 1)
    await expect.poll(waiting).toBe(1)
    expect((await run('print("warm")\n')).out).toEqual(['warm'])
    await expect.poll(waiting).toBe(1)
    sandbox().warm(environment(), contractLimits, 0)
    await expect.poll(waiting).toBe(0)
  })

  test('an environment that is not there is said', async () => {
    const packagePath = join(folder(), '0.zip')
    await stat(packagePath)
    const order = { runId: 1, packagePath, inputs: [], job: {}, configPath: null, limits: contractLimits }
    const missing = { name: 'gone', hash: 'gone', folder: '/nowhere', python: '/nowhere/bin/python' }
    await expect(sandbox().start({ ...order, environment: missing })).rejects.toThrow(
      'The analysis environment gone is not usable',
    )
  })
}
