import { z } from 'zod'
import { moment } from './fields.ts'

export const troubleCode = z.object({
  /** `OBD-II`, `UDS`, `J1939`. */
  protocol: z.string(),
  /** As mechanics write it: `P0301`, `SPN 110 FMI 0`. */
  code: z.string(),
  /** As the protocol calls it: `confirmed`, `pending`, `permanent`, `active`, `previously active`. */
  status: z.string(),
  /** The control unit that reported it: its identifier or address, as hexadecimal text. */
  source: z.string(),
  channel: z.int().nullable(),
  firstDate: moment,
  lastDate: moment,
  /** How often it was reported. */
  count: z.int(),
})
export type TroubleCode = z.infer<typeof troubleCode>
