import type { ArgumentRule, SystemCall } from './system-calls.ts'
import { argumentRules, systemCalls } from './system-calls.ts'

/*
 * The allow-list as a program for the kernel's packet filter (classic BPF, linux/filter.h), which sees struct seccomp_data:
 * the call's number, the architecture, the instruction pointer and six arguments of 64 bits.
 */

interface Instruction {
  readonly code: number
  /** Instructions to skip when the comparison holds, and when not. */
  readonly ifTrue: number
  readonly ifFalse: number
  readonly value: number
}

const offsets = { call: 0, architecture: 4, argument: (number: number) => 16 + 8 * number }
/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64; both are little-endian. */
const architectures = { x64: 0xc000_003e, arm64: 0xc000_00b7 }
const answers = { allow: 0x7fff_0000, notPermitted: 0x0005_0000 | 1, notImplemented: 0x0005_0000 | 38, killProcess: 0x8000_0000 }
/** x32: numbers of another table under the same architecture. */
const x32Bit = 0x4000_0000
/** BPF_MAXINSNS. */
const maxInstructions = 4096

const load = (offset: number): Instruction => ({ code: 0x20, ifTrue: 0, ifFalse: 0, value: offset })
const answer = (value: number): Instruction => ({ code: 0x06, ifTrue: 0, ifFalse: 0, value })
const jumpIfEqual = (value: number, ifTrue: number, ifFalse: number): Instruction => ({ code: 0x15, ifTrue, ifFalse, value })
const jumpIfAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => ({ code: 0x35, ifTrue, ifFalse, value })
const jumpIfAnyBit = (value: number, ifTrue: number, ifFalse: number): Instruction => ({ code: 0x45, ifTrue, ifFalse, value })

/** Machines that the filter is written for. */
export type FilterMachine = keyof typeof architectures

/** This machine, or undefined when there is no filter for it. */
export function filterMachine(): FilterMachine | undefined {
  return process.arch === 'x64' || process.arch === 'arm64' ? process.arch : undefined
}

/** The filter's bytes, as `bwrap --seccomp` and the kernel take them: 8 bytes an instruction. */
export function filterProgram(machine: FilterMachine): Buffer {
  const program = [
    load(offsets.architecture),
    jumpIfEqual(architectures[machine], 1, 0),
    answer(answers.killProcess),
    load(offsets.call),
    ...(machine === 'x64' ? [jumpIfAtLeast(x32Bit, 0, 1), answer(answers.killProcess)] : []),
    ...allowed(machine),
    answer(answers.notImplemented),
  ]
  if (program.length > maxInstructions)
    throw new Error(`the filter has ${program.length} instructions, more than ${maxInstructions}`)
  return encode(program)
}

/** Each call: its number, then what holds for it; runs of numbers without a condition are one comparison. */
function allowed(machine: FilterMachine): Instruction[] {
  const free: number[] = []
  const ruled: Instruction[] = []
  for (const name of Object.keys(systemCalls) as SystemCall[]) {
    const number = systemCalls[name][machine === 'x64' ? 0 : 1]
    if (number === null) continue
    const rule = argumentRules[name]
    if (rule === undefined) free.push(number)
    else ruled.push(...underRule(number, rule))
  }
  return [...runs(free.toSorted((a, b) => a - b)).flatMap(([first, last]) => between(first, last)), ...ruled]
}

function between(first: number, last: number): Instruction[] {
  if (first === last) return [jumpIfEqual(first, 0, 1), answer(answers.allow)]
  return [jumpIfAtLeast(first, 0, 2), jumpIfAtLeast(last + 1, 1, 0), answer(answers.allow)]
}

function underRule(number: number, rule: ArgumentRule): Instruction[] {
  const check =
    'oneOf' in rule
      ? [
          ...rule.oneOf.map((value, index) => jumpIfEqual(value, rule.oneOf.length - index, 0)),
          answer(answers.notPermitted),
          answer(answers.allow),
        ]
      : [jumpIfAnyBit(rule.without, 0, 1), answer(answers.notPermitted), answer(answers.allow)]
  return [jumpIfEqual(number, 0, check.length + 1), load(offsets.argument(rule.argument)), ...check]
}

/** [1, 2, 3, 7] -> [[1, 3], [7, 7]] */
function runs(sorted: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = []
  for (const number of sorted) {
    const last = found.at(-1)
    if (last !== undefined && last[1] + 1 === number) last[1] = number
    else found.push([number, number])
  }
  return found
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [index, { code, ifTrue, ifFalse, value }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4)
  }
  return bytes
}
