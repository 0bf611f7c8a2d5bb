/**
 * Lower case only, since some disks do not tell `A` from `a`; no segment begins with a dot or a dash, so that no key
 * leaves its folder, hides, or looks like an option; the length leaves room for a prefix within S3's 1,024 bytes.
 */
const keyPattern = /^[a-z0-9][a-z0-9._-]{0,199}(\/[a-z0-9][a-z0-9._-]{0,199})*$/
const maxKeyLength = 700

/** @throws RangeError for a key that is not safe as a path on every disk and in S3 */
export function checkKey(key: string): void {
  if (key.length > maxKeyLength || !keyPattern.test(key)) {
    throw new RangeError(
      `"${key.slice(0, 80)}" is not a blob key: use a-z, 0-9, dot, dash and underscore in segments that begin with a letter or digit`,
    )
  }
}
