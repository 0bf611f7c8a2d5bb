import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import openWabt from 'wabt'

/** Instructions and constants of one raw type. */
interface RawTypeCode {
  type: string
  bytes: 1 | 2 | 4 | 8
  /** Type of one value on the stack. */
  scalar: 'i32' | 'f32' | 'f64'
  min: string
  max: string
  startLeast: string
  startGreatest: string
  load: string
  store: string
  /** One lane of a vector as a scalar. */
  lane: string
  /** A scalar as f64. */
  toF64: string
}

function integer(signed: boolean, bytes: 1 | 2 | 4): RawTypeCode {
  const bits = bytes * 8
  const shape = `i${bits}x${16 / bytes}`
  const sign = signed ? 's' : 'u'
  const least = signed ? -(2 ** (bits - 1)) : 0
  const greatest = signed ? 2 ** (bits - 1) - 1 : 2 ** bits - 1
  const lanes = (value: number) => `${shape}${` ${value}`.repeat(16 / bytes)}`
  return {
    type: `${signed ? 'i' : 'u'}${bits}`,
    bytes,
    scalar: 'i32',
    min: `${shape}.min_${sign}`,
    max: `${shape}.max_${sign}`,
    startLeast: lanes(greatest),
    startGreatest: lanes(least),
    load: bytes === 4 ? 'i32.load' : `i32.load${bits}_${sign}`,
    store: bytes === 4 ? 'i32.store' : `i32.store${bits}`,
    lane: bytes === 4 ? 'i32x4.extract_lane 0' : `${shape}.extract_lane_${sign} 0`,
    toF64: `f64.convert_i32_${sign}`,
  }
}

function float(bytes: 4 | 8): RawTypeCode {
  const scalar = bytes === 4 ? 'f32' : 'f64'
  const shape = bytes === 4 ? 'f32x4' : 'f64x2'
  return {
    type: scalar,
    bytes,
    scalar,
    min: `${shape}.pmin`,
    max: `${shape}.pmax`,
    startLeast: `${shape}${' inf'.repeat(16 / bytes)}`,
    startGreatest: `${shape}${' -inf'.repeat(16 / bytes)}`,
    load: `${scalar}.load`,
    store: `${scalar}.store`,
    lane: `${shape}.extract_lane 0`,
    toF64: bytes === 4 ? 'f64.promote_f32' : '',
  }
}

const rawTypes = [...([1, 2, 4] as const).flatMap((bytes) => [integer(true, bytes), integer(false, bytes)]), float(4), float(8)]

/** Folds the vector onto itself until lane 0 holds the least or greatest of all lanes. */
function reduce({ bytes, min, max }: RawTypeCode): string {
  const lines: string[] = []
  for (let shift = 8; shift >= bytes; shift /= 2) {
    const lanes = Array.from({ length: 16 }, (_, i) => (i + shift) % 16).join(' ')
    for (const [name, how] of [
      ['$low', min],
      ['$high', max],
    ])
      lines.push(
        `(local.set ${name} (${how} (local.get ${name}) (i8x16.shuffle ${lanes} (local.get ${name}) (local.get ${name}))))`,
      )
  }
  return lines.join('\n')
}

function storeExtremes({ scalar, store, lane }: RawTypeCode): string {
  const least = `(${lane} (local.get $low))`
  const greatest = `(${lane} (local.get $high))`
  if (scalar === 'i32') return `(${store} (local.get $least) ${least}) (${store} (local.get $greatest) ${greatest})`
  // Nothing but NaN leaves least at infinity above greatest; adding 0 makes -0 the 0 that it equals.
  const kept = (value: string) =>
    `(select (${scalar}.const nan) (${scalar}.add ${value} (${scalar}.const 0)) (${scalar}.gt ${least} ${greatest}))`
  return `(${store} (local.get $least) ${kept(least)}) (${store} (local.get $greatest) ${kept(greatest)})`
}

function storeEnds({ scalar, bytes, load, store }: RawTypeCode): string {
  if (scalar === 'i32')
    return `(${store} (local.get $first) (${load} (local.get $begin)))
      (${store} (local.get $last) (${load} (i32.sub (local.get $end) (i32.const ${bytes}))))`
  // Seeks the first and the last value that is not NaN; mostly the very first.
  const seek = (name: string, start: string, step: string, within: string) => `
    (local.set $seek ${start})
    (block $found (loop $on
      (local.set $one (${load} (local.get $seek)))
      (br_if $found (${scalar}.eq (local.get $one) (local.get $one)))
      (local.set $seek (i32.add (local.get $seek) (i32.const ${step})))
      (br_if $on ${within})))
    (${store} (local.get ${name}) (local.get $one))`
  return (
    seek('$first', '(local.get $begin)', String(bytes), '(i32.lt_u (local.get $seek) (local.get $end))') +
    seek(
      '$last',
      `(i32.sub (local.get $end) (i32.const ${bytes}))`,
      String(-bytes),
      '(i32.ge_s (local.get $seek) (local.get $begin))',
    )
  )
}

function sumOfFour({ scalar, bytes, load, toF64 }: RawTypeCode): string {
  return ['$a', '$b', '$c', '$d']
    .map((name, i) => {
      const value = `(${load} offset=${i * bytes} (local.get $at))`
      const number = toF64 === '' ? value : `(${toF64} ${value})`
      if (scalar === 'i32') return `(local.set ${name} (f64.add (local.get ${name}) ${number}))`
      return `(local.set $v ${number})
        (if (f64.eq (local.get $v) (local.get $v))
          (then (local.set ${name} (f64.add (local.get ${name}) (local.get $v))))
          (else (local.set $numbers (i32.sub (local.get $numbers) (i32.const 1)))))`
    })
    .join('\n')
}

/** The TypeScript file that holds the compiled module. */
export async function cellPassModule(root: string): Promise<string> {
  const template = readFileSync(join(root, 'recording/signal-store/cell-pass.wat'), 'utf8')
  const functions = rawTypes.map((code) => {
    const parts: Record<string, string> = {
      type: code.type,
      scalar: code.scalar,
      min: code.min,
      max: code.max,
      startLeast: code.startLeast,
      startGreatest: code.startGreatest,
      bytes: String(code.bytes),
      fourBytes: String(code.bytes * 4),
      cellBytes: String(code.bytes * 64),
      reduce: reduce(code),
      storeExtremes: storeExtremes(code),
      storeEnds: storeEnds(code),
      sumOfFour: sumOfFour(code),
    }
    return template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const part = parts[name]
      if (part === undefined) throw new Error(`cell-pass.wat names {${name}}, which tools/generated/cell-pass.ts does not know`)
      return part
    })
  })
  const wabt = await openWabt()
  const module = wabt.parseWat('cell-pass.wat', `(module (memory (export "memory") 4)\n${functions.join('\n')})`, { simd: true })
  try {
    module.validate()
    const base64 = Buffer.from(module.toBinary({}).buffer).toString('base64')
    return `/** cell-pass.wat for each raw type, compiled. Generated by \`npm run generate\`; edits are overwritten. */\nexport const cellPassModule =\n  '${base64}'\n`
  } finally {
    module.destroy()
  }
}
