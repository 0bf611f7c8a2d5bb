import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

/**
 * Schemas of setting values: each takes the text of an environment variable. The message of each says what to write,
 * to be read after a colon: `LOGGERHEAD_PORT is "x": write a whole number from 0 to 65535.`
 */

export function wholeNumber(least: number, most: number) {
  const message = `write a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}

export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `write ${oneOf(values)}`)
}

export const onOrOff = choice(['on', 'off']).transform((value) => value === 'on')

/** A comma-separated list without repeats, at least one. */
export function listOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z
    .string()
    .transform(split)
    .pipe(z.array(z.enum(values)).min(1))
    .transform((list) => [...new Set(list)])
    .or(z.never(`write ${values.join(', ')} or one of them`))
}

const locationRoles = ['latitude', 'longitude', 'speed', 'accuracy', 'valid'] as const

/** "latitude=PosLat,GPS_Y; longitude=PosLon" -> names of signals by what they say. */
export const locationSignals = z.string().transform((value, context) => {
  const names: Partial<Record<(typeof locationRoles)[number], string[]>> = {}
  for (const part of value.split(';').filter((text) => text.trim() !== '')) {
    const [role = '', list = ''] = part.split('=', 2)
    const known = locationRoles.find((each) => each === role.trim())
    const listed = split(list)
    if (known === undefined || listed.length === 0) {
      context.addIssue({ code: 'custom', message: `write latitude=NAME,NAME; longitude=NAME, with ${locationRoles.join(', ')}` })
      return z.NEVER
    }
    names[known] = listed
  }
  return names
})

export interface MenuExtension {
  readonly name: string
  readonly address: string
}

/** "Wiki=https://wiki.example.com; Tickets=https://tickets.example.com" -> entries of the menu, in this order. */
export const menuExtensions = z.string().transform((value, context): readonly MenuExtension[] => {
  const parts = value.split(';').filter((text) => text.trim() !== '')
  const entries = parts.map((part) => {
    const at = part.indexOf('=')
    return { name: part.slice(0, Math.max(0, at)).trim(), address: part.slice(at + 1).trim() }
  })
  if (entries.every(({ name, address: to }) => name !== '' && /^https?:\/\//.test(to) && URL.canParse(to))) return entries
  context.addIssue({ code: 'custom', message: 'write Name=https://address; Other name=https://other.address' })
  return z.NEVER
})

export interface MapTilesSetting {
  readonly kind: 'raster' | 'vector' | 'style' | 'pmtiles'
  /** An address on the web, or the path of a file on this machine. */
  readonly at: { readonly address: string } | { readonly file: string }
}

/** An address with {z}, {x} and {y}, one of a style, or a PMTiles file on the web or on this machine. */
export const mapTiles = (folder: string) =>
  z.string().transform((value, context): MapTilesSetting => {
    const url = /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value) : null
    const path = url?.pathname ?? value
    if (path.endsWith('.pmtiles') && (url !== null || !value.includes('://')))
      return { kind: 'pmtiles', at: url === null ? { file: resolve(folder, value) } : { address: value } }
    if (url !== null && ['{z}', '{x}', '{y}'].every((part) => value.includes(part)))
      return { kind: /\.(pbf|mvt)$/.test(path) ? 'vector' : 'raster', at: { address: value } }
    if (url !== null && path.endsWith('.json')) return { kind: 'style', at: { address: value } }
    context.addIssue({
      code: 'custom',
      message: 'write an address such as https://tiles.example.com/{z}/{x}/{y}.png, one of a style (.json), or a .pmtiles file',
    })
    return z.NEVER
  })

export function text(message: string) {
  return z.string().min(1, message)
}

const unitBytes = {
  '': 1,
  B: 1,
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
}

/** "50GB", "512 MiB" or "1000" -> bytes. */
export const byteSize = z.string().transform((value, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(value)
  const unit = Object.entries(unitBytes).find(([name]) => name === match?.[2])
  const bytes = Math.round(Number(match?.[1]) * (unit?.[1] ?? Number.NaN))
  if (Number.isSafeInteger(bytes)) return bytes
  context.addIssue({ code: 'custom', message: 'write a size such as 500MB, 64GB or 2TiB' })
  return z.NEVER
})

export function address(protocols: readonly string[], example: string) {
  const message = `write an address such as ${example}`
  return z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), message)
}

/** Internet addresses and networks: "10.0.0.0/8, ::1". */
export const networks = z
  .string()
  .transform(split)
  .refine((list) => list.every(isNetwork), 'write addresses or networks, such as 10.0.0.1, 10.1.0.0/16')

function isNetwork(value: string): boolean {
  const [ip = '', prefix, ...rest] = value.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1
  return rest.length === 0 && (prefix === undefined ? longest > 0 : /^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
}

function split(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}` : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
