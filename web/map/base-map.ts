import type { MapTiles } from '#contract/map.ts'

/** Reads a part of the PMTiles file that our own server holds. */
export type ReadPart = (
  offset: number,
  length: number,
  signal?: AbortSignal,
) => Promise<{ data: ArrayBuffer; etag?: string | undefined }>

/** What lies under everything: null: the world map that comes with the application. */
export interface BaseMap {
  readonly tiles: MapTiles | null
  readonly readPart: ReadPart
}
