import type { Catalog, Message, Signal } from './catalog.ts'

const extendedIdBit = 0x8000_0000
const node = 'Logger'

/** The catalog as the text of a DBC file. Names must be C identifiers of at most 32 letters, as DBC demands. */
export function writeDbc(catalog: Catalog): string {
  for (const { name, signals } of catalog.messages)
    for (const checked of [name, ...signals.map((s) => s.name)]) checkName(checked)
  return [
    `VERSION "${quoted(catalog.name)}"`,
    '',
    'NS_ :',
    '',
    'BS_:',
    '',
    `BU_: ${node}`,
    '',
    ...catalog.messages.flatMap(messageLines),
    ...catalog.messages.flatMap(commentLines),
    'BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;',
    'BA_DEF_DEF_ "GenMsgCycleTime" 0;',
    ...catalog.messages.filter((m) => m.cycleMs !== undefined).map((m) => `BA_ "GenMsgCycleTime" BO_ ${dbcId(m)} ${m.cycleMs};`),
    ...catalog.messages.flatMap(nameLines),
    '',
  ].join('\n')
}

function checkName(name: string): void {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,31}$/.test(name))
    throw new RangeError(`"${name}" cannot be a name in a DBC file; use letters, digits and _, at most 32.`)
}

function quoted(text: string): string {
  return text.replaceAll('"', "'")
}

function dbcId(message: Message): number {
  return message.extended ? message.id + extendedIdBit : message.id
}

function messageLines(message: Message): string[] {
  return [`BO_ ${dbcId(message)} ${message.name}: ${message.length} ${node}`, ...message.signals.map(signalLine), '']
}

function signalLine(signal: Signal): string {
  const order = `${signal.byteOrder === 'little' ? 1 : 0}${signal.signed ? '-' : '+'}`
  const scale = `(${signal.factor},${signal.offset}) [${decimal(signal.minimum)}|${decimal(signal.maximum)}]`
  return ` SG_ ${signal.name} : ${signal.startBit}|${signal.bitCount}@${order} ${scale} "${quoted(signal.unit)}" Vector__XXX`
}

/** Without the last digits that binary fractions leave behind. */
function decimal(value: number): number {
  return Number(value.toPrecision(12))
}

function commentLines(message: Message): string[] {
  const lines = message.comment ? [`CM_ BO_ ${dbcId(message)} "${quoted(message.comment)}";`] : []
  for (const signal of message.signals)
    if (signal.comment) lines.push(`CM_ SG_ ${dbcId(message)} ${signal.name} "${quoted(signal.comment)}";`)
  return lines
}

function nameLines(message: Message): string[] {
  return message.signals
    .filter((signal) => signal.names)
    .map(
      (signal) =>
        `VAL_ ${dbcId(message)} ${signal.name} ${[...(signal.names ?? [])].map(([raw, name]) => `${raw} "${quoted(name)}"`).join(' ')} ;`,
    )
}
