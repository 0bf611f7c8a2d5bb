import { EnvironmentError } from './environment-state.ts'

const mostBytes = 64 * 1024
const mostLines = 500

/** A package by name with extras, versions and a marker; as pip's documentation describes a line. */
const line =
  /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(\[[A-Za-z0-9._, -]*\])?\s*(\(?\s*((===?|~=|!=|<=?|>=?)\s*[A-Za-z0-9.*+!_-]+\s*,?\s*)+\)?)?(\s*;[^#]*)?$/

/** Every environment has these: our own package stands on them. */
export const alwaysThere = ['numpy', 'pandas']

/**
 * Reads an administrator's requirements file: names and versions, nothing else. Addresses, paths, options and other
 * files are refused: what is installed comes from the package index alone.
 *
 * @returns the requirements in order, without comments
 * @throws EnvironmentError that names the line
 */
export function readRequirements(text: string): string[] {
  if (Buffer.byteLength(text) > mostBytes)
    throw refusal(`The requirements file is larger than ${mostBytes / 1024} KiB`, 'Leave out hashes and comments.')
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split(/\r?\n/)
  const requirements = lines.flatMap((whole, index) => {
    const kept = whole
      .replace(/(^|\s)#.*$/, '')
      .replaceAll(/\s--hash=\S+/g, '')
      .trim()
    if (kept === '') return []
    if (!line.test(kept))
      throw refusal(
        `Line ${index + 1} of the requirements file is no package with a version: ${kept.slice(0, 100)}`,
        'Write one package a line, such as scikit-learn==1.7.2; addresses, paths and options are not taken.',
      )
    return [kept]
  })
  if (requirements.length === 0) throw refusal('The requirements file names no package', 'Write one package a line.')
  if (requirements.length > mostLines)
    throw refusal(`The requirements file names more than ${mostLines} packages`, 'Name only what scripts import.')
  return requirements
}

function refusal(reason: string, remedy: string): EnvironmentError {
  return new EnvironmentError('requirements', `${reason}.`, remedy)
}
