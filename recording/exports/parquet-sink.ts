import { ByteWriter } from 'hyparquet-writer'
import type { ByteSink } from '../byte-sink.ts'

/** Hands the library's bytes to a sink after each row group, so that a file of any size needs the memory of one group. */
export class SinkWriter extends ByteWriter {
  #sink: ByteSink

  constructor(sink: ByteSink) {
    super(1024 * 1024)
    this.#sink = sink
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes().slice()
    this.index = 0
    await this.#sink.write(bytes)
  }

  override async finish(): Promise<void> {
    await this.flush()
  }
}
