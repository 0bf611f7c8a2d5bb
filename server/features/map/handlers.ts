import type { MapTiles } from '#contract/map.ts'
import { getMapFile } from '#contract/map.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { Settings } from '#server/settings/settings.ts'
import { sendMapFile } from './map-file.ts'

export function mapHandlers({ settings }: Platform): HandlersOf<'getMapSettings' | 'getMapFile'> {
  const tiles = shownTiles(settings)
  return {
    async getMapSettings() {
      return { tiles }
    },

    async getMapFile({ request, reply }) {
      if (settings.mapTiles === undefined || !('file' in settings.mapTiles.at)) throw notFound()
      await sendMapFile(settings.mapTiles.at.file, request, reply)
    },
  }
}

function shownTiles({ mapTiles, mapKey, mapAttribution }: Settings): MapTiles | null {
  if (mapTiles === undefined) return null
  const { kind, at } = mapTiles
  const address = 'file' in at ? getMapFile.path : at.address.replaceAll('{key}', encodeURIComponent(mapKey ?? ''))
  return { kind, address, attribution: mapAttribution }
}
