import { expect, it } from 'vitest'
import type { ByteSource } from '#recording/byte-source.ts'
import type { SignalStore } from '#recording/signal-store/store.ts'
import { deviationOf } from './deviation.ts'
import { countedStore } from './testing/counted-store.ts'

const count = 500_000
const wish = () => ({ rank: 0, signal: new AbortController().signal })

function signalNamed(store: SignalStore, name: string) {
  const signal = store.signals.find((one) => one.name === name)
  if (signal === undefined) throw new Error(`There is no signal ${name}`)
  return signal
}

it('tells how far values lie from their mean, exactly however many they are', async () => {
  const store = await countedStore(count)
  const of = async (name: string, fromNs: number, toNs: number, most = Infinity) =>
    (await deviationOf(store, signalNamed(store, name), { fromNs, toNs, most }, wish())).deviation
  expect(await of('Slope', 0, 999e9)).toBe(2)
  expect(await of('Slope', 0, (count - 1) * 1e9)).toBe(2)
  expect(await of('Speed', 0, 2e9)).toBeCloseTo(Math.sqrt(1 / 6), 12)
  // numbers from 0 in steps of a half
  const exact = Math.sqrt((count ** 2 - 1) / 12) / 2
  expect(Math.abs((await of('Speed', 0, Infinity)) ?? NaN) / exact).toBeCloseTo(1, 9)
  expect(await of('Speed', 0.2e9, 0.4e9)).toBeNaN()
  expect(await of('Speed', 0, 999e9, 999)).toBeNull()
  expect(await of('Speed', 0, 999e9, 1000)).not.toBeNull()
})

it('stops reading when nobody waits any more, and keeps nothing of what passed', async () => {
  let bytes = 0
  const counting = (source: ByteSource): ByteSource => ({
    size: source.size,
    read: async (offset, length) => {
      bytes += length
      return await source.read(offset, length)
    },
  })
  const store = await countedStore(count, counting)
  const speed = signalNamed(store, 'Speed')
  const whole = { fromNs: -Infinity, toNs: Infinity, most: Infinity }
  const begun = bytes
  await deviationOf(store, speed, whole, wish())
  const all = bytes - begun
  // 64-bit values, no times
  expect(all).toBeGreaterThan(count * 8)
  expect(all).toBeLessThan(count * 9)
  await deviationOf(store, speed, whole, wish())
  expect(bytes - begun).toBeGreaterThan(all + count * 8)

  const stop = new AbortController()
  const before = bytes
  const stopped = deviationOf(store, speed, whole, { rank: 0, signal: stop.signal })
  stop.abort(new Error('given up'))
  await expect(stopped).rejects.toThrow('given up')
  expect(bytes - before).toBeLessThan(all / 2)
})
