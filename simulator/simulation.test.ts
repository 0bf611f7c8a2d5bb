import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memorySource } from '#recording/byte-source.ts'
import { readHeader } from '#recording/formats/registry.ts'
import { demoFleets, planFleets } from './demo-fleet.ts'
import { planHistory } from './history.ts'
import { simulate, type NetworkKind } from './main.ts'
import { startLoopbackReceiver, type LoopbackReceiver } from './testing/loopback-receiver.ts'

const nowMs = Date.UTC(2026, 10, 21, 9)
const plans = demoFleets.flatMap((fleet) => fleet.vehicles.map((vehicle) => ({ fleet, vehicle })))

describe('the demo fleet', () => {
  it('says what it is and has loggers of its own', () => {
    expect(demoFleets.every(({ name }) => name.startsWith('Demo'))).toBe(true)
    const serials = plans.map(({ vehicle }) => vehicle.logger.serial)
    expect(new Set(serials).size).toBe(serials.length)
  })

  it('has 60 to 80 groups of 120 to 200 recordings over four months, none in the future', () => {
    const drives = plans.flatMap(({ fleet, vehicle }) =>
      planHistory(fleet, vehicle, { nowMs, months: 4, groups: 8, seed: 'demo' }).map((drive) => ({
        ...drive,
        vehicle: vehicle.name,
      })),
    )
    expect(drives.length).toBeGreaterThanOrEqual(120)
    expect(drives.length).toBeLessThanOrEqual(200)
    const groups = new Set(drives.map(({ vehicle, group }) => `${vehicle} ${group}`))
    expect(groups.size).toBeGreaterThanOrEqual(60)
    expect(groups.size).toBeLessThanOrEqual(80)
    expect(Math.max(...drives.map(({ startMs, seconds }) => startMs + seconds * 1000))).toBeLessThanOrEqual(nowMs)
    expect(Math.min(...drives.map(({ startMs }) => startMs))).toBeGreaterThan(nowMs - 125 * 86_400_000)
  })

  it.each(plans)('lets no vehicle drive twice at once: $vehicle.name', ({ fleet, vehicle }) => {
    const drives = planHistory(fleet, vehicle, { nowMs, months: 4, groups: 8, seed: 'demo' }).toSorted(
      (a, b) => a.startMs - b.startMs,
    )
    drives.reduce((before, after) => {
      expect(after.startMs).toBeGreaterThanOrEqual(before.startMs + before.seconds * 1000)
      return after
    })
  })

  it('grows to as many vehicles as are asked for', () => {
    const names = planFleets(20).flatMap(({ vehicles }) => vehicles.map(({ name }) => name))
    expect(new Set(names).size).toBe(20)
  })
})

describe('a simulation', () => {
  let receiver: LoopbackReceiver
  beforeEach(async () => {
    receiver = await startLoopbackReceiver()
  })
  afterEach(() => receiver.close())

  const run = (network: NetworkKind) =>
    simulate({
      server: receiver.url,
      access: {
        devices: [
          { serial: 'F30021', token: 'a' },
          { serial: 'M20815', token: 'b' },
        ],
      },
      plan: { kind: 'history', months: 1, groupsPerVehicle: 1 },
      network,
      nowMs: () => nowMs,
    })

  it('delivers recordings whose header says what was announced', { timeout: 60_000 }, async () => {
    const progress = await run('good')
    expect(receiver.received).toHaveLength(progress.files)
    for (const { bytes, metadata } of receiver.received) {
      const header = await readHeader(memorySource(bytes))
      if (!/\.(vsb|mf4)$/.test(metadata.filename ?? '')) continue
      expect(header?.problem).toBeUndefined()
      expect((header?.frameCount ?? 0) + (header?.sampleCount ?? 0)).toBeGreaterThan(500)
      expect(Math.abs((header?.start?.epochMs ?? 0) - Date.parse(metadata.start ?? ''))).toBeLessThan(1000)
      expect(Math.abs((header?.end?.epochMs ?? 0) - Date.parse(metadata.end ?? ''))).toBeLessThan(1200)
    }
    expect(receiver.checkins).toHaveLength(2)
  })

  it('makes the same files on every kind of network, delivered mixed or twice', { timeout: 60_000 }, async () => {
    const delivered = async (network: NetworkKind) => {
      const before = receiver.received.length
      await run(network)
      return receiver.received
        .slice(before)
        .map(({ metadata, bytes }) => `${metadata.group} ${metadata.filename} ${bytes.length}`)
    }
    const good = await delivered('good')
    const mixed = await delivered('reorder')
    const twice = await delivered('duplicate')
    const stem = (list: string[]) => [...new Set(list.map((line) => line.replace(/^(\S+)-\d{8}T\d{4} /, '$1 ')))].sort()
    expect(mixed).toHaveLength(good.length)
    expect(stem(mixed)).toEqual(stem(good))
    expect(stem(twice)).toEqual(stem(good))
    expect(twice.length).toBeGreaterThan(good.length)
  })

  it('drives live until it is ended, no vehicle twice at once and none in the future', { timeout: 60_000 }, async () => {
    const end = new AbortController()
    await simulate({
      server: receiver.url,
      access: { devices: [{ serial: 'F30021', token: 'a' }] },
      plan: { kind: 'live', speedup: 2000 },
      signal: end.signal,
      onProgress: ({ recordings }) => {
        if (recordings >= 4) end.abort()
      },
    })
    const spans = receiver.received
      .filter(({ metadata }) => metadata.filename?.endsWith('.vsb'))
      .map(({ metadata }) => [Date.parse(metadata.start ?? ''), Date.parse(metadata.end ?? '')] as const)
      .sort(([a], [b]) => a - b)
    expect(spans).toHaveLength(4)
    spans.forEach(([start], i) => expect(start).toBeGreaterThanOrEqual(spans[i - 1]?.[1] ?? 0))
    expect(Math.max(...spans.map(([, ended]) => ended))).toBeLessThanOrEqual(Date.now())
    expect(receiver.checkins.length).toBeGreaterThan(4)
  })
})
