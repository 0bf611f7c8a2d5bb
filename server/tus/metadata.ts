import { Problem } from '#server/http/problem.ts'

/** What the client says about its file: `filename` and so on, as text. */
export type Metadata = ReadonlyMap<string, string>

const decoder = new TextDecoder('utf-8', { fatal: true })
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/**
 * Reads an Upload-Metadata header: "one or more comma-separated key-value pairs. The key and value MUST be separated by
 * a space. The key MUST NOT contain spaces and commas and MUST NOT be empty." Values are base64 of UTF-8 here.
 * @throws Problem 400 that names the key
 */
export function parseMetadata(text: string | undefined): Metadata {
  const metadata = new Map<string, string>()
  if (text === undefined || text.trim() === '') return metadata
  for (const pair of text.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ')
    if (key === '' || more.length > 0) throw problem(`"${pair}" is not a key, a space and a base64 value`)
    if (metadata.has(key)) throw problem(`${key} is given twice`)
    metadata.set(key, decodeValue(key, value))
  }
  return metadata
}

function decodeValue(key: string, value: string): string {
  if (!base64.test(value)) throw problem(`the value of ${key} is not base64`)
  try {
    return decoder.decode(Buffer.from(value, 'base64'))
  } catch {
    throw problem(`the value of ${key} is not UTF-8 text`)
  }
}

function problem(sentence: string): Problem {
  return new Problem('upload-metadata', { problem: sentence })
}
