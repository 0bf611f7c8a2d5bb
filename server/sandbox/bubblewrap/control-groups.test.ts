import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findControlGroups, readMounts } from './control-groups.ts'

test('finds the trees of both versions among the mounts', () => {
  expect(
    readMounts(`24 1 0:22 / /sys/fs/cgroup rw - tmpfs tmpfs rw
25 24 0:23 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu,cpuacct
26 24 0:24 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
27 24 0:25 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
28 24 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
`),
  ).toEqual({
    cpu: '/sys/fs/cgroup/cpu',
    memory: '/sys/fs/cgroup/memory',
    pids: '/sys/fs/cgroup/pids',
    unified: '/sys/fs/cgroup/unified',
  })
})

test('sweeping takes the groups of dead workers with what is in them, and those of living ones stay', async (context) => {
  const groups = await findControlGroups()
  const parent = '/sys/fs/cgroup/memory/loggerhead'
  if (typeof groups === 'string' || groups.version !== 1) return context.skip('no control groups of version 1 for this user')
  const group = await groups.make({ processors: 1, memoryBytes: 1e8, processes: 9, outputBytes: 1e6, outputFiles: 9, seconds: 9 })
  // under a living number until a process is in it: other tests sweep too, and an empty group would be gone
  const living = `${parent}/${process.pid}-left`
  // a number that no process can have
  const dead = `${parent}/99999999-left`
  await mkdir(living)
  const left = spawn('sleep', ['1000'], { stdio: 'ignore' })
  const ended = once(left, 'exit')
  await writeFile(`${living}/cgroup.procs`, String(left.pid))
  await rename(living, dead)
  try {
    await groups.sweep()
    expect(existsSync(dead)).toBe(false)
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(await readdir(parent)).toContainEqual(expect.stringMatching(new RegExp(`^${process.pid}-`)))
  } finally {
    await group.remove()
  }
})
