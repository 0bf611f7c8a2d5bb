import type { SignalDescription, SignalGroup } from '../signals.ts'

/** False leaves a signal out. */
export type SignalChoice = (signal: Pick<SignalDescription, 'name'>, group: Pick<SignalGroup, 'name' | 'from'>) => boolean

/** The signals of these names: `Speed`, `Chassis.Speed` (with its message or group), `Wheel*`. */
export function signalsNamed(patterns: readonly string[]): SignalChoice {
  const wanted = patterns.map((pattern) => new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's'))
  return (signal, group) => {
    const names = [signal.name, `${group.name}.${signal.name}`, `${group.from?.message ?? group.name}.${signal.name}`]
    return wanted.some((pattern) => names.some((name) => pattern.test(name)))
  }
}
