import { expect, it } from 'vitest'
import { fileIdsIn } from './file-ids.ts'

it.each([
  ['12', ['12']],
  ['12, 13 12', ['12', '13']],
  ['http://127.0.0.1:8080/dataspy/?fileId=7&fileId=8&plot=x', ['7', '8']],
  ['/dataspy/?plot=x&fileId=9', ['9']],
  ['Drive_001', []],
  ['', []],
])('%j holds the files %j', (text, ids) => expect(fileIdsIn(text)).toEqual(ids))
