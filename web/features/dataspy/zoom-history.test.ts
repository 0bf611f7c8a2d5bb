import { expect, it } from 'vitest'
import { gone, noHistory, remembered } from './zoom-history.ts'

const at = (fromNs: number) => ({ fromNs, toNs: fromNs + 1 })

it('goes back to the windows before, and forward again', () => {
  const twice = remembered(remembered(noHistory, null, 0), at(1), 5000)
  const back = gone(twice, at(2), 'back')
  expect(back?.window).toEqual(at(1))
  const first = back && gone(back.history, at(1), 'back')
  expect(first?.window).toBeNull()
  expect(first && gone(first.history, null, 'back')).toBeNull()
  expect(first && gone(first.history, null, 'forward')?.window).toEqual(at(1))
})

it('takes a turning wheel as one change', () => {
  let history = remembered(noHistory, null, 0)
  for (let ms = 30; ms < 3000; ms += 30) history = remembered(history, at(ms), ms)
  expect(history.back).toEqual([null])
  expect(remembered(history, at(9), 9000).back).toEqual([null, at(9)])
})

it('forgets what was gone back from when the window changes', () => {
  const back = gone(remembered(noHistory, null, 0), at(1), 'back')
  expect(back?.history.forward).toEqual([at(1)])
  expect(back && remembered(back.history, null, 1).forward).toEqual([])
})
