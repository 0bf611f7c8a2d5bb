/** Bits of a frame's flags as `recording` has them; its code runs in the worker alone. */
export const flagBits = { extended: 0x01, remote: 0x02, error: 0x04, sent: 0x08, fd: 0x10 } as const

/** Kinds that a list of frames can be narrowed to. */
export const frameKinds = ['received', 'sent', 'fd', 'remote', 'error'] as const
export type FrameKind = (typeof frameKinds)[number]

const tests: Readonly<Record<FrameKind, (flags: number) => boolean>> = {
  received: (flags) => (flags & (flagBits.sent | flagBits.error)) === 0,
  sent: (flags) => (flags & flagBits.sent) !== 0,
  fd: (flags) => (flags & flagBits.fd) !== 0,
  remote: (flags) => (flags & flagBits.remote) !== 0,
  error: (flags) => (flags & flagBits.error) !== 0,
}

export const isOfKind = (flags: number, kind: FrameKind): boolean => tests[kind](flags)
export const isError = (flags: number): boolean => (flags & flagBits.error) !== 0
export const isExtended = (flags: number): boolean => (flags & flagBits.extended) !== 0
