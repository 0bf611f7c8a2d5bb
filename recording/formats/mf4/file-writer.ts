import type { ByteSink } from '../../byte-sink.ts'
import { epochNanoseconds, type Instant } from '../../instant.ts'
import { BlockWriter, fields } from './block-writer.ts'
import { headerBlockOffset } from './identification.ts'

const toolName = 'Loggerhead'
const headerLinks = { firstDataGroup: 0, history: 1, attachment: 3, comment: 5 } as const

/** A file kept inside the recording, such as the catalog its frames are described by. */
export interface Attachment {
  fileName: string
  /** For example `application/x-dbc`. */
  mimeType: string
  bytes: Uint8Array
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The frame of an MF4 4.11 file: identification, HD, history, attachments, and the chain of data groups. */
export class Mf4File {
  readonly blocks: BlockWriter
  #lastDataGroup = 0
  #lastAttachment = 0

  constructor(sink: ByteSink) {
    this.blocks = new BlockWriter(sink)
  }

  /** Must come first, once. `start` is the zero of all times; `comment` is what people read about the file. */
  async begin(start: Instant, comment: string): Promise<void> {
    await this.blocks.sink.write(identificationBlock())
    const header = await this.blocks.block(
      'HD',
      [0, 0, 0, 0, 0, 0],
      fields(
        ['u64', epochNanoseconds(start)],
        ['u16', 0],
        ['u16', 0],
        // Time flags 2: the time is UTC and the (zero) offsets are valid. Time class 0: the logger's own clock.
        ['u8', 2],
        ['u8', 0],
        ['u8', 0],
        ['u8', 0],
        ['f64', 0],
        ['f64', 0],
      ),
    )
    if (header !== headerBlockOffset) throw new Error('an MF4 file must begin at the beginning of its sink')
    await this.blocks.link(
      header,
      headerLinks.comment,
      await this.blocks.text('MD', `<HDcomment><TX>${xml(comment)}</TX></HDcomment>`),
    )
    const historyText = `<FHcomment><TX>Written</TX><tool_id>${toolName}</tool_id><tool_vendor>${toolName}</tool_vendor><tool_version>1</tool_version></FHcomment>`
    const history = await this.blocks.block(
      'FH',
      [0, await this.blocks.text('MD', historyText)],
      fields(['u64', epochNanoseconds(start)], ['u16', 0], ['u16', 0], ['u8', 2], ['u8', 0], ['u16', 0]),
    )
    await this.blocks.link(header, headerLinks.history, history)
  }

  async attach(attachment: Attachment): Promise<void> {
    const name = await this.blocks.text('TX', attachment.fileName)
    const mime = await this.blocks.text('TX', attachment.mimeType)
    const size = attachment.bytes.length
    const head = fields(['u16', 1], ['u16', 0], ['u32', 0], ['u64', 0], ['u64', 0], ['u64', size], ['u64', size])
    const data = new Uint8Array(head.length + Math.ceil(size / 8) * 8)
    data.set(head)
    data.set(attachment.bytes, head.length)
    const offset = await this.blocks.block('AT', [0, name, mime, 0], data)
    if (this.#lastAttachment === 0) await this.blocks.link(headerBlockOffset, headerLinks.attachment, offset)
    else await this.blocks.link(this.#lastAttachment, 0, offset)
    this.#lastAttachment = offset
  }

  /** A DG block with one group of sorted records, at the end of the chain. Its data link is filled in by the caller. */
  async dataGroup(channelGroup: number): Promise<number> {
    const offset = await this.blocks.block('DG', [0, channelGroup, 0, 0], new Uint8Array(8))
    if (this.#lastDataGroup === 0) await this.blocks.link(headerBlockOffset, headerLinks.firstDataGroup, offset)
    else await this.blocks.link(this.#lastDataGroup, 0, offset)
    this.#lastDataGroup = offset
    return offset
  }
}

export const dataGroupDataLink = 2

function identificationBlock(): Uint8Array {
  const bytes = new Uint8Array(headerBlockOffset)
  const put = (text: string, at: number, length: number): void => {
    for (let i = 0; i < length; i++) bytes[at + i] = i < text.length ? text.charCodeAt(i) : 0x20
  }
  put('MDF', 0, 8)
  put('4.11', 8, 8)
  put('LogHead', 16, 8)
  new DataView(bytes.buffer).setUint16(28, 411, true)
  return bytes
}
