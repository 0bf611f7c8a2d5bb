import type { Settings } from '#server/settings/settings.ts'

/** The origin that pages may load maps from, beside their own; null where maps come from here. */
export function mapOrigin({ mapTiles }: Pick<Settings, 'mapTiles'>): string | null {
  return mapTiles !== undefined && 'address' in mapTiles.at ? new URL(mapTiles.at.address).origin : null
}
