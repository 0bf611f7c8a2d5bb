import { DatabaseSync } from 'node:sqlite'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

/** A table as a logger in Germany writes it: semicolons, decimal commas, Latin-1, notes above, quoted texts. */
export function germanTable(rows: number): Buffer<ArrayBuffer> {
  const lines = ['# Prüfstand 4', '', 'Time;Speed;Kühlmittel;Gear;Note']
  for (let i = 0; i < rows; i++) {
    const speed = (60 + 40 * Math.sin(i / 700) + (i % 7) / 10).toFixed(2).replace('.', ',')
    const note = i % 1000 === 500 ? '"halt; ""rot"""' : i === rows - 1 ? 'Ende' : ''
    lines.push(`${(i / 100).toFixed(2).replace('.', ',')};${speed};${70 + (i % 30)};${['P', 'D', 'R'][i % 3]};${note}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
}

/** A table of very many columns. */
export function wideTable(rows: number, columns: number): Buffer<ArrayBuffer> {
  const names = Array.from({ length: columns }, (_, i) => `signal_${i}`)
  const lines = Array.from({ length: rows }, (_, row) => names.map((_name, i) => row * i).join(','))
  return Buffer.from(`${[names.join(','), ...lines].join('\n')}\n`)
}

export async function databaseOf(...statements: readonly string[]): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'loggerhead-database-'))
  try {
    const path = join(folder, 'made.db')
    const database = new DatabaseSync(path)
    for (const statement of statements) database.exec(statement)
    database.close()
    return Buffer.from(await readFile(path))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Two tables: 5,000 trips with a blob and a long text each, and nothing. */
export const trips = [
  'CREATE TABLE trips (id INTEGER PRIMARY KEY, driver TEXT, distance REAL, raw BLOB, notes TEXT)',
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
   INSERT INTO trips SELECT i, 'Driver ' || (i % 17), i / 8.0, zeroblob(i % 50), printf('%.*c', i % 400, 'n') FROM n`,
  'CREATE TABLE empty (a TEXT)',
] as const

export function logText(lines: number): Buffer<ArrayBuffer> {
  const text = Array.from({ length: lines }, (_, i) =>
    i === lines - 10
      ? 'ERROR: Größe des Puffers überschritten'
      : `2026-11-04 06:07:12.${String(i % 1000).padStart(3, '0')} line ${i + 1} of the log`,
  )
  return Buffer.from(text.join('\n'))
}

export const troubleXml = `<?xml version="1.0" encoding="UTF-8"?>
<VehicleReport vin="WVWZZZ1JZ3W386752">
  <ECU name="Engine">
    <DTC><Code>P0301</Code><Description>Cylinder 1 misfire detected</Description><Status>confirmed</Status><Timestamp>2026-11-04 06:08:00</Timestamp></DTC>
    <DTC><Code>P0420</Code><Description>Catalyst efficiency below threshold</Description><Status>pending</Status></DTC>
  </ECU>
  <ECU name="ABS"><DTC code="C0035" text="Left front wheel speed sensor" status="confirmed" mileage="48211"/></ECU>
</VehicleReport>`

export const dm1Xml = `<?xml version="1.0"?>
<DM1Log><Message time="06:08:00" sa="0x00"><DTC SPN="110" FMI="0" OC="3" Lamp="amber"/><DTC SPN="4364" FMI="18" OC="1"/></Message>
<Message time="06:09:10" sa="0x3D"><DTC SPN="3251" FMI="2" OC="12" Description="DPF differential pressure"/></Message></DM1Log>`

/** Silence: frames of 26 ms, MPEG 1 layer III. */
export function silence(frames: number): Buffer<ArrayBuffer> {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc4])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** A picture of so many pixels, blue and orange. */
export function picture(width: number, height: number): Buffer<ArrayBuffer> {
  const row = (y: number) =>
    Buffer.concat([
      Buffer.of(0),
      ...Array.from({ length: width }, (_, x) => Buffer.from(((x >> 5) + (y >> 5)) & 1 ? [29, 99, 184] : [240, 136, 62])),
    ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, (_, y) => row(y))))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}

/** Pages with their number in large letters. */
export function numberedPdf(pages: number): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (let i = 0; i < pages; i++) {
    const drawing = `BT /F1 48 Tf 72 700 Td (Report page ${i + 1}) Tj ET`
    const resources = '<< /Font << /F1 3 0 R >> >>'
    objects.push(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${5 + 2 * i} 0 R >>`)
    objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
  }
  let text = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const place = text.length
    text += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  return Buffer.from(
    `${text}${head}${places.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  )
}

/** A page that tries what it must not be able to, and says what became of it. */
export const nosyPage = `<!doctype html><html><head><style>h1 { color: rgb(0, 128, 0) }</style></head><body><h1>Report</h1><pre id="said"></pre>
<script>
const said = []
const tell = (what, how) => { said.push(what + ': ' + how); document.getElementById('said').textContent = said.join('\\n') }
try { tell('storage', localStorage.length) } catch (e) { tell('storage', e.name) }
try { tell('cookie', document.cookie) } catch (e) { tell('cookie', e.name) }
try { tell('parent', parent.document.title) } catch (e) { tell('parent', e.name) }
try { top.location = 'about:blank#gone'; tell('top', 'asked') } catch (e) { tell('top', e.name) }
try { tell('popup', String(window.open('/'))) } catch (e) { tell('popup', e.name) }
fetch('/api/v1/currentUser').then(() => tell('fetch', 'answered'), (e) => tell('fetch', e.name))
const image = new Image(); image.onload = () => tell('image', 'loaded'); image.onerror = () => tell('image', 'refused'); image.src = '/loggerhead.svg'
</script></body></html>`
