import type { Conversion } from '../signals.ts'
import { emptyBlock, openBlock, sealBlock } from './block.ts'
import { DamagedBlock } from '../recording-error.ts'
import type { IndexSignal } from './index-form.ts'
import { blockHeadBytes, blockKind } from './layout.ts'
import type { Packed } from './time-block.ts'

/** Writes the texts of text signals; signals that share their list share the block. */
export class TextsWriter {
  readonly #written = new Map<readonly string[], { textsOffset: number; textsLength: number }>()

  conversion(conversion: Conversion, write: (block: Packed) => number): IndexSignal['conversion'] {
    if (conversion.kind === 'linear') return { kind: 'linear', factor: conversion.factor, offset: conversion.offset }
    const { texts } = conversion
    let place = this.#written.get(texts)
    if (!place) {
      const block = texts.length > 0 ? textsBlock(texts) : null
      place = { textsOffset: block ? write(block) : 0, textsLength: block?.length ?? 0 }
      this.#written.set(texts, place)
    }
    return { kind: 'text', ...place }
  }
}

export function textsBlock(texts: readonly string[]): Packed {
  const encoder = new TextEncoder()
  const encoded = texts.map((text) => encoder.encode(text))
  const body = encoded.reduce((sum, { length }) => sum + length, texts.length * 4)
  const bytes = emptyBlock(body)
  new Uint32Array(bytes.buffer, blockHeadBytes, texts.length).set(encoded.map(({ length }) => length))
  let at = blockHeadBytes + texts.length * 4
  for (const text of encoded) {
    bytes.set(text, at)
    at += text.length
  }
  sealBlock(bytes, blockKind.texts, 0, 0, texts.length, body)
  return { bytes, length: blockHeadBytes + body }
}

export function readTexts(bytes: Uint8Array, offset: number): readonly string[] {
  const block = openBlock(bytes, offset, blockKind.texts, Math.floor((bytes.length - blockHeadBytes) / 4))
  const lengths = new Uint32Array(block.buffer, blockHeadBytes, block.count)
  const decoder = new TextDecoder()
  const end = blockHeadBytes + block.bodyBytes
  let at = blockHeadBytes + block.count * 4
  return Array.from(lengths, (length) => {
    if (length > end - at) throw new DamagedBlock('A text that is longer than its block', offset)
    at += length
    return decoder.decode(new Uint8Array(block.buffer, at - length, length))
  })
}
