import { UnsupportedFeature } from '../recording-error.ts'
import { columnNames } from './csv/cells.ts'
import type { Format } from './format.ts'
import { latin1 } from './text/tokens.ts'

function refusing(id: string, name: string, why: string, detect: Format['detect']): Format {
  const refuse = async (): Promise<never> => {
    throw new UnsupportedFeature(why, 0)
  }
  return {
    id,
    name,
    extensions: [],
    abilities: {
      busKinds: [],
      fd: false,
      remoteFrames: false,
      errorFrames: false,
      channels: false,
      absoluteTime: false,
      timeStepNs: 0,
      signals: false,
      attachments: false,
    },
    detect,
    readHeader: refuse,
    readFrames: refuse,
  }
}

/** SavvyCAN's generic list. Without times it is no recording, and it says so rather than be taken for an unknown file. */
export const idList: Format = refusing(
  'id-list',
  'List of frames without times',
  'A list of identifiers and data without times',
  (head) => columnNames(head, ',').join(',') === 'ID,Data Bytes',
)

/** CarBus Analyzer's text: nothing public says what its flags mean, and what is not known is not guessed. */
export const carBus: Format = refusing(
  'carbus',
  'CarBus Analyzer trace',
  'A trace of CarBus Analyzer, whose flags are not documented,',
  (head) => /^@ TEXT @ \d+ @/.test(latin1(head.subarray(0, 64))),
)
