import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { runStatus } from '#contract/jobs.ts'
import type { ResultFile } from '#contract/ipa-results.ts'
import { JobStatusTag } from '#web/features/jobs/status-tag.tsx'
import { durationText } from './duration.ts'
import { inReadingOrder } from './reading-order.ts'
import { dataSpyAddress, opensInDataSpy, resultViewer } from './result-viewers.ts'
import { hasEnded } from './status.tsx'

const file = (filename: string): ResultFile => ({
  id: 1,
  filename,
  size: 1,
  extension: filename.slice(filename.lastIndexOf('.') + 1),
  sha256: '',
})

test.each([
  ['NEW', 'warn'],
  ['LATER', 'info'],
  ['STARTED', 'prime'],
  ['FINISHED', 'ok'],
  ['ERROR', 'bad'],
  ['CANCELED', 'idle'],
  ['UNKNOWN', 'dark'],
] as const)('the state %s is told as %s', (status, tone) => {
  expect(renderToStaticMarkup(createElement(JobStatusTag, { status }))).toBe(`<span class="tag ${tone}">${status}</span>`)
})

test('a result has ended by its own status, or by that of its job', () => {
  const ended = runStatus.options.filter((run_status) => hasEnded({ status: 'running', run_status }))
  expect(ended).toEqual(['FINISHED', 'ERROR', 'CANCELED', 'UNKNOWN'])
  expect(hasEnded({ status: 'complete', run_status: 'STARTED' })).toBe(true)
  expect(hasEnded({ status: 'failed', run_status: 'STARTED' })).toBe(true)
})

test('lists of hits and recordings open in DataSpy, by a relative address', () => {
  expect(['a.dsr', 'a.mf4', 'a.html', 'a.vsb'].map((name) => opensInDataSpy(file(name)))).toEqual([true, true, false, false])
  expect(dataSpyAddress(7, 31)).toBe('../dataspy/?ipaResultFileId=31&ipaResultId=7')
})

test('files are looked at in viewers that need no archive, reports first', () => {
  expect(['a.html', 'a.csv', 'a.xlsx', 'a.json', 'a.pdf', 'a.png', 'a.db'].map((name) => resultViewer(file(name))?.word)).toEqual(
    ['html', 'csv', 'xlsx', 'txt', 'pdf', 'image', undefined],
  )
  const names = ['metrics.json', 'b.csv', 'a.csv', 'hits.dsr', 'report.html'].map(file)
  expect(inReadingOrder(names).map(({ filename }) => filename)).toEqual([
    'report.html',
    'hits.dsr',
    'a.csv',
    'b.csv',
    'metrics.json',
  ])
})

test.each([
  [null, ''],
  [840, '0.84 s'],
  [3200, '3.2 s'],
  [59_400, '59 s'],
  [200_000, '3 min 20 s'],
  [7_500_000, '2 h 5 min'],
])('%s ms is %s', (ms, text) => expect(durationText(ms)).toBe(text))
