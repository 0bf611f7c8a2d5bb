import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { MapTiles } from '#contract/map.ts'
import { nothingNear } from './near-world.ts'
import type { Palette } from './palette.ts'
import { vectorLayers } from './vector-layers.ts'
import type { World } from './world.ts'

/** Letters are drawn by the browser from these fonts; nothing is downloaded for them. */
export const mapFont = ['Inter Variable', 'system-ui', 'sans-serif']

const ground = (palette: Palette): LayerSpecification => ({
  id: 'ground',
  type: 'background',
  paint: { 'background-color': palette.water },
})

const style = (
  palette: Palette,
  sources: Record<string, SourceSpecification>,
  layers: LayerSpecification[],
): StyleSpecification => ({
  version: 8,
  sources,
  layers: [ground(palette), ...layers],
})

const nearSources = Object.fromEntries(
  Object.entries(nothingNear).map(([name, data]) => [name, { type: 'geojson', data, tolerance: 0.2 }] as const),
)

const worldLayers = (of: '' | 'near-', palette: Palette): LayerSpecification[] => [
  {
    id: `${of}land`,
    type: 'fill',
    source: `${of}land`,
    paint: { 'fill-color': palette.land, 'fill-antialias': false },
  },
  { id: `${of}coasts`, type: 'line', source: `${of}coasts`, paint: { 'line-color': palette.line, 'line-width': 0.8 } },
  {
    id: `${of}borders`,
    type: 'line',
    source: `${of}borders`,
    paint: { 'line-color': palette.line, 'line-width': 1, 'line-dasharray': [3, 2] },
  },
]

/** The shipped world: land, coasts, borders, and the names of countries from the zoom on at which they have room. */
export function worldStyle(world: World, palette: Palette): StyleSpecification {
  const attribution = 'Natural Earth'
  return style(
    palette,
    {
      land: { type: 'geojson', data: world.land, attribution, tolerance: 0.2 },
      borders: { type: 'geojson', data: world.borders, tolerance: 0.2 },
      coasts: { type: 'geojson', data: world.coasts, tolerance: 0.2 },
      ...nearSources,
      countries: { type: 'geojson', data: world.labels },
    },
    [
      ...worldLayers('', palette),
      { id: 'near-box', type: 'fill', source: 'near-box', paint: { 'fill-color': palette.water, 'fill-antialias': false } },
      ...worldLayers('near-', palette),
      {
        id: 'countries',
        type: 'symbol',
        source: 'countries',
        // a name of some 70 px needs a country of about that width: 512 px * 2^zoom * size
        filter: ['>', ['*', ['get', 'size'], ['^', 2, ['zoom']]], 0.1],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': mapFont,
          'text-size': ['interpolate', ['linear'], ['zoom'], 1, 11, 6, 15],
          'text-max-width': 7,
          'text-letter-spacing': 0.02,
        },
        paint: { 'text-color': palette.quietInk, 'text-halo-color': palette.land, 'text-halo-width': 1.4 },
      },
    ],
  )
}

/** The operator's tiles by their template. */
export function templateStyle({ kind, address, attribution }: MapTiles, palette: Palette): StyleSpecification {
  const tiles = [address]
  if (kind === 'vector') {
    const vector: SourceSpecification = { type: 'vector', tiles, maxzoom: 14, attribution: asText(attribution) }
    return style(palette, { tiles: vector }, vectorLayers('tiles', palette, mapFont))
  }
  const raster: SourceSpecification = { type: 'raster', tiles, tileSize: 256, maxzoom: 19, attribution: asText(attribution) }
  return style(palette, { tiles: raster }, [{ id: 'tiles', type: 'raster', source: 'tiles' }])
}

/** A PMTiles file, of pictures or of vectors. */
export function fileStyle(url: string, holds: 'raster' | 'vector', attribution: string, palette: Palette): StyleSpecification {
  if (holds === 'vector') {
    const vector: SourceSpecification = { type: 'vector', url, attribution: asText(attribution) }
    return style(palette, { tiles: vector }, vectorLayers('tiles', palette, mapFont))
  }
  const raster: SourceSpecification = { type: 'raster', url, tileSize: 256, attribution: asText(attribution) }
  return style(palette, { tiles: raster }, [{ id: 'tiles', type: 'raster', source: 'tiles' }])
}

/** The library writes attributions as HTML; the setting is text. */
export const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
