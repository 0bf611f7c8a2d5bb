import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { DrawnFeatures } from './features.ts'
import { mapFont } from './ground-style.ts'
import type { Palette } from './palette.ts'

/** Sources of the drawing, by their names in DrawnFeatures. */
export const drawnSources = ['lines', 'markers', 'pins', 'cursor'] as const satisfies readonly (keyof DrawnFeatures)[]

/** The ground with the drawing over it. */
export function withDrawing(ground: StyleSpecification, features: DrawnFeatures, palette: Palette): StyleSpecification {
  const sources: Record<string, SourceSpecification> = Object.fromEntries(
    drawnSources.map((name) => [name, { type: 'geojson', data: features[name], tolerance: 0 }]),
  )
  return { ...ground, sources: { ...ground.sources, ...sources }, layers: [...ground.layers, ...drawnLayers(palette)] }
}

function drawnLayers(palette: Palette): LayerSpecification[] {
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const name = { 'text-field': ['get', 'name'] as ['get', string], 'text-font': mapFont, 'text-size': 12 }
  const nameColors = { 'text-color': palette.ink, 'text-halo-color': palette.panel, 'text-halo-width': 1.6 }
  return [
    { id: 'line-edges', type: 'line', source: 'lines', layout: round, paint: { 'line-color': palette.panel, 'line-width': 6 } },
    { id: 'lines', type: 'line', source: 'lines', layout: round, paint: { 'line-color': ['get', 'color'], 'line-width': 3.5 } },
    {
      id: 'markers',
      type: 'circle',
      source: 'markers',
      paint: {
        'circle-color': ['case', ['get', 'end'], palette.panel, ['get', 'color']],
        'circle-radius': ['case', ['get', 'end'], 6, 4],
        'circle-stroke-color': ['case', ['get', 'end'], ['get', 'color'], palette.panel],
        'circle-stroke-width': ['case', ['get', 'end'], 3, 1],
      },
    },
    {
      id: 'line-names',
      type: 'symbol',
      source: 'lines',
      layout: { ...name, 'symbol-placement': 'line', 'symbol-spacing': 400, 'text-offset': [0, -1] },
      paint: nameColors,
    },
    {
      id: 'pins',
      type: 'circle',
      source: 'pins',
      paint: {
        'circle-color': ['get', 'color'],
        'circle-radius': 7,
        'circle-stroke-color': palette.panel,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'pin-names',
      type: 'symbol',
      source: 'pins',
      layout: { ...name, 'text-anchor': 'left', 'text-offset': [1, 0], 'text-optional': true },
      paint: nameColors,
    },
    {
      id: 'cursor',
      type: 'circle',
      source: 'cursor',
      paint: { 'circle-color': palette.ink, 'circle-radius': 7, 'circle-stroke-color': palette.panel, 'circle-stroke-width': 3 },
    },
  ]
}
