import { z } from 'zod'
import { operation } from './operation.ts'

/** What the map is drawn on instead of the world map that comes with the application. */
export const mapTiles = z.object({
  /**
   * `raster`, `vector`: tiles by a template with {z}, {x} and {y}; `style`: a MapLibre style;
   * `pmtiles`: one file, read by Range.
   */
  kind: z.enum(['raster', 'vector', 'style', 'pmtiles']),
  /** With the key in its place; a path for the file that this server holds itself. */
  address: z.string(),
  /** Shown on the map. */
  attribution: z.string(),
})
export type MapTiles = z.infer<typeof mapTiles>

export const getMapSettings = operation({
  id: 'getMapSettings',
  method: 'GET',
  path: '/api/v1/map',
  access: 'session',
  summary: 'What maps are drawn on; null: the world map that comes with the application.',
  answer: z.object({ tiles: mapTiles.nullable() }),
})

export const getMapFile = operation({
  id: 'getMapFile',
  method: 'GET',
  path: '/api/v1/map/tiles',
  access: 'session',
  summary: "The operator's PMTiles file, by Range; 404 where none is set.",
  kind: 'stream',
})
