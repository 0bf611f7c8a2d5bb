import { mostElements } from './trouble-codes.ts'

export class XmlProblem extends Error {}

/**
 * The document in a text. A document type is refused before anything is parsed: entities are what bombs and outside files
 * are made of, and no list of trouble codes needs them.
 * @throws XmlProblem
 */
export function parseXml(text: string): Document {
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new XmlProblem('The file has a document type, which may name other files; it is shown as text only.')
  const document = new DOMParser().parseFromString(text, 'application/xml')
  const problem = document.querySelector('parsererror')
  if (problem !== null) throw new XmlProblem(`The file is no XML: ${firstLine(problem.textContent ?? '')}`)
  if (document.getElementsByTagName('*').length > mostElements)
    throw new XmlProblem(`The file has more than ${mostElements.toLocaleString('en')} elements; it is shown as text only.`)
  return document
}

/** Browsers explain at length. */
const firstLine = (text: string): string => /error on line[^\n]*/.exec(text)?.[0]?.trim() ?? 'it cannot be parsed'
