import type { ArgumentRule, SystemCall } from './system-calls.ts'
import { argumentRules, systemCalls } from './system-calls.ts'

/** The allow-list in the form that Docker and Podman take. */
export function containerProfile(): object {
  const free = (Object.keys(systemCalls) as SystemCall[]).filter((name) => argumentRules[name] === undefined)
  const ruled = Object.entries(argumentRules) as [SystemCall, ArgumentRule][]
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    // ENOSYS: libraries then take the older call
    defaultErrnoRet: 38,
    archMap: [
      { architecture: 'SCMP_ARCH_X86_64', subArchitectures: [] },
      { architecture: 'SCMP_ARCH_AARCH64', subArchitectures: [] },
    ],
    syscalls: [{ names: free, action: 'SCMP_ACT_ALLOW' }, ...ruled.flatMap(([name, rule]) => underRule(name, rule))],
  }
}

/** Several entries of one call are alternatives; what fits none is "function not implemented" too. */
function underRule(name: SystemCall, rule: ArgumentRule): object[] {
  const index = rule.argument
  const conditions =
    'without' in rule
      ? [{ index, value: rule.without, valueTwo: 0, op: 'SCMP_CMP_MASKED_EQ' }]
      : // of 64 bits the kernel takes 32
        rule.oneOf.map((value) => ({ index, value: 0xffff_ffff, valueTwo: value, op: 'SCMP_CMP_MASKED_EQ' }))
  return conditions.map((condition) => ({ names: [name], action: 'SCMP_ACT_ALLOW', args: [condition] }))
}
