import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containerProfile } from './container-profile.ts'
import type { FilterMachine } from './filter-program.ts'
import { filterProgram } from './filter-program.ts'
import type { SystemCall } from './system-calls.ts'
import { argumentRules, systemCalls } from './system-calls.ts'

const [allow, notPermitted, notImplemented, kill] = [0x7fff_0000, 0x0005_0001, 0x0005_0026, 0x8000_0000]
const architectures = { x64: 0xc000_003e, arm64: 0xc000_00b7 } as const

/** What the kernel does with a filter (Documentation/networking/filter.rst), as far as ours goes. */
function answerOf(program: Buffer, architecture: number, call: number, args: readonly number[] = []): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(call >>> 0, 0)
  data.writeUInt32LE(architecture >>> 0, 4)
  for (const [index, value] of args.entries()) data.writeUInt32LE(value >>> 0, 16 + 8 * index)
  let accumulator = 0
  for (let at = 0; ; at++) {
    const [code, ifTrue, ifFalse, value] = [
      program.readUInt16LE(at * 8),
      program.readUInt8(at * 8 + 2),
      program.readUInt8(at * 8 + 3),
      program.readUInt32LE(at * 8 + 4),
    ]
    if (code === 0x20) accumulator = data.readUInt32LE(value)
    else if (code === 0x06) return value
    else if (code === 0x15) at += accumulator === value ? ifTrue : ifFalse
    else if (code === 0x35) at += accumulator >= value ? ifTrue : ifFalse
    else if (code === 0x45) at += (accumulator & value) !== 0 ? ifTrue : ifFalse
    else throw new Error(`an instruction ${code} that the filter should not have`)
  }
}

const machines: [FilterMachine, 0 | 1][] = [
  ['x64', 0],
  ['arm64', 1],
]

test.each(machines)('on %s a call is allowed when it is on the list, and nothing else is', (machine, column) => {
  const program = filterProgram(machine)
  const listed = new Map<number, SystemCall>()
  for (const name of Object.keys(systemCalls) as SystemCall[]) {
    const number = systemCalls[name][column]
    if (number !== null) listed.set(number, name)
  }
  for (let call = 0; call < 1_000; call++) {
    const name = listed.get(call)
    const rule = name === undefined ? undefined : argumentRules[name]
    const wanted = name === undefined ? notImplemented : rule === undefined ? allow : undefined
    if (wanted !== undefined) expect([call, answerOf(program, architectures[machine], call)]).toEqual([call, wanted])
  }
})

test.each(machines)('on %s arguments decide where there is a rule', (machine, column) => {
  const program = filterProgram(machine)
  for (const [name, rule] of Object.entries(argumentRules) as [SystemCall, NonNullable<(typeof argumentRules)[SystemCall]>][]) {
    const call = systemCalls[name][column]
    if (call === null) continue
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.constantFrom(0, 1, 0x5412, 0x1000_0000, 0o4755)),
        (value) => {
          const args = [0, 0, 0].with(rule.argument, value)
          const allowed = 'oneOf' in rule ? rule.oneOf.includes(value) : (value & rule.without) === 0
          expect(answerOf(program, architectures[machine], call, args)).toBe(allowed ? allow : notPermitted)
        },
      ),
      { numRuns: 200 },
    )
    if ('oneOf' in rule)
      for (const value of rule.oneOf)
        expect(answerOf(program, architectures[machine], call, [0, 0, 0].with(rule.argument, value))).toBe(allow)
  }
})

test('calls of another machine or of x32 end the process', () => {
  expect(answerOf(filterProgram('x64'), architectures.arm64, 0)).toBe(kill)
  expect(answerOf(filterProgram('x64'), 0x4000_0003, 20)).toBe(kill)
  expect(answerOf(filterProgram('arm64'), architectures.x64, 0)).toBe(kill)
  expect(answerOf(filterProgram('x64'), architectures.x64, 0x4000_0000 + 39)).toBe(kill)
})

test('what makes namespaces, mounts, traces or reaches the kernel is on no list', () => {
  const never =
    'mount umount2 pivot_root chroot unshare setns clone3 ptrace process_vm_readv process_vm_writev bpf keyctl add_key request_key io_uring_setup io_uring_enter perf_event_open userfaultfd kexec_load init_module open_by_handle_at fanotify_init setuid setgid setgroups capset seccomp sethostname reboot'
  for (const name of never.split(' ')) expect(Object.keys(systemCalls)).not.toContain(name)
})

test('containers get the same list', () => {
  const profile = containerProfile() as { defaultErrnoRet: number; syscalls: { names: string[]; args?: object[] }[] }
  expect(new Set(profile.syscalls.flatMap(({ names }) => names))).toEqual(new Set(Object.keys(systemCalls)))
  const ruled = profile.syscalls.filter(({ args }) => args !== undefined).flatMap(({ names }) => names)
  expect(new Set(ruled)).toEqual(new Set(Object.keys(argumentRules)))
})
