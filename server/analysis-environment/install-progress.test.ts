import { expect, test } from 'vitest'
import { InstallProgress } from './install-progress.ts'

test("the installer's lines become percent, weighed by size, that never go back", () => {
  const told: [number, string][] = []
  const progress = new InstallProgress((percent, step) => told.push([Math.round(percent), step]))
  const lines = [
    'Resolved 3 packages in 2ms',
    'Downloading scipy (30.0MiB)',
    'Downloading lz4 (10240KiB)',
    ' Downloaded lz4',
    ' Downloaded scipy',
    'Prepared 3 packages in 1s',
    'Installed 3 packages in 1s',
    ' + scipy==1',
  ]
  for (const line of lines) progress.line(line)
  expect(told).toEqual([
    [0, 'Downloading packages'],
    [21, 'Downloading packages: 1 of 2'],
    [85, 'Downloading packages: 2 of 2'],
    [90, 'Installing packages'],
    [97, 'Compiling packages'],
  ])
})
