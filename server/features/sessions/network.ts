import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network an address is in, as far as one attacker usually reaches: /24 of IPv4, /64 of IPv6.
 * What is not an address is its own network.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address.replace(/%.*$/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
  return plain
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  // a dotted end stands for two groups; they are behind the first four, so their value does not matter here
  const width = (groups: string[]): number => groups.reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0)
  const gap = tail === undefined ? 0 : 8 - width(left) - width(right)
  return [...left, ...Array.from({ length: gap }, () => '0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
