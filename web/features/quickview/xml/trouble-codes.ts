/** One trouble code as an XML file tells it; what the file does not say is empty. */
export interface XmlTroubleCode {
  readonly code: string
  readonly spn: string
  readonly fmi: string
  /** How often it occurred. */
  readonly count: string
  readonly description: string
  readonly status: string
  readonly source: string
  readonly time: string
  /** Everything else that stands in its element. */
  readonly others: readonly string[]
}

type Fact = Exclude<keyof XmlTroubleCode, 'others'>

/** By which names (attributes or elements, without regard to case, dashes and underscores) the facts go. */
const names: Readonly<Record<Fact, readonly string[]>> = {
  code: [
    'code',
    'dtc',
    'dtccode',
    'troublecode',
    'faultcode',
    'dtcnumber',
    'number',
    'displaycode',
    'obdcode',
    'pcode',
    'hexcode',
  ],
  spn: ['spn', 'suspectparameternumber'],
  fmi: ['fmi', 'failuremodeidentifier', 'failuremode'],
  count: ['oc', 'occurrencecount', 'occurrences', 'occurence', 'occurrence', 'count', 'counter'],
  description: ['description', 'desc', 'text', 'longtext', 'shorttext', 'fault', 'faulttext', 'meaning', 'message', 'label'],
  status: ['status', 'state', 'statusbyte', 'statustext', 'statusmask', 'active', 'lamp', 'lampstatus', 'lamps'],
  source: ['ecu', 'source', 'sourceaddress', 'sa', 'ecuname', 'module', 'node', 'controller', 'address', 'unit'],
  time: ['time', 'timestamp', 'date', 'datetime', 'first', 'firstseen', 'lastseen', 'detected', 'when'],
}
const factOf = new Map(Object.entries(names).flatMap(([fact, all]) => all.map((name) => [name, fact as Fact] as const)))

/** Elements that are looked at; a larger file is shown as it is. */
export const mostElements = 200_000

/** Names without what people write differently; a namespace's front does not count. */
const plain = (name: string): string =>
  name
    .replace(/^.*:/, '')
    .replace(/[-_. ]/g, '')
    .toLowerCase()

/**
 * The trouble codes of a document. An element is one when it names a code, or an SPN with its FMI, by an attribute or by
 * a child that holds nothing but text. What its surroundings say (an ECU around its codes) counts for it too.
 */
export function troubleCodesIn(document: Document): XmlTroubleCode[] {
  const found: XmlTroubleCode[] = []
  const walk = (element: Element, around: Partial<Record<Fact, string>>) => {
    const { facts, others } = factsOf(element)
    if (facts.code !== undefined || (facts.spn !== undefined && facts.fmi !== undefined)) {
      found.push({ ...nothing, ...around, ...facts, others })
      return
    }
    const inherited = { ...around, ...only(facts, 'source', 'time', 'status'), ...sourceByName(element) }
    for (const child of element.children) walk(child, inherited)
  }
  const root = document.documentElement
  walk(root, {})
  return found
}

const nothing: XmlTroubleCode = {
  code: '',
  spn: '',
  fmi: '',
  count: '',
  description: '',
  status: '',
  source: '',
  time: '',
  others: [],
}

function factsOf(element: Element): { facts: Partial<Record<Fact, string>>; others: string[] } {
  const facts: Partial<Record<Fact, string>> = {}
  const others: string[] = []
  const take = (name: string, given: string | null) => {
    const value = (given ?? '').trim()
    if (value === '') return
    const fact = factOf.get(plain(name))
    if (fact === undefined || facts[fact] !== undefined) others.push(`${name}: ${value}`)
    else facts[fact] = value
  }
  for (const { name, value } of element.attributes) if (!name.startsWith('xmlns')) take(name, value)
  for (const child of element.children) if (child.children.length === 0) take(child.localName, child.textContent)
  // <DTC>P0301</DTC>, or with its facts as attributes
  const own = element.children.length === 0 ? (element.textContent ?? '').trim() : ''
  if (own !== '' && codePattern.test(own) && factOf.get(plain(element.localName)) === 'code') facts.code ??= own
  else if (own !== '' && facts.code !== undefined) facts.description ??= own
  // <DTC id="P0301">
  if (facts.code === undefined && factOf.get(plain(element.localName)) === 'code') {
    const id = element.getAttribute('id') ?? element.getAttribute('name')
    if (id !== null && codePattern.test(id)) facts.code = id
  }
  return { facts, others }
}

const codePattern = /^([PCBU][0-9A-F]{4,6}([- ]?[0-9A-F]{2})?|(0x)?[0-9A-F]{4,8}|\d{1,7})$/i

/** <ECU name="Engine"> says where the codes in it come from. */
function sourceByName(element: Element): { source?: string } {
  if (factOf.get(plain(element.localName)) !== 'source') return {}
  const name = element.getAttribute('name') ?? element.getAttribute('id')
  return name === null ? {} : { source: name }
}

function only(facts: Partial<Record<Fact, string>>, ...wanted: readonly Fact[]): Partial<Record<Fact, string>> {
  return Object.fromEntries(wanted.flatMap((fact) => (facts[fact] === undefined ? [] : [[fact, facts[fact]]])))
}
