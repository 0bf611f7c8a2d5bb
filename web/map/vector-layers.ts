import type { FilterSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'

/**
 * Layers for vector tiles that come without a style, drawn in our own colours. They know the layer names of the two usual
 * schemas, OpenMapTiles and Protomaps; a name that the tiles do not have draws nothing.
 */
export function vectorLayers(source: string, palette: Palette, font: string[]): LayerSpecification[] {
  const fill = (layer: string, color: string, filter?: FilterSpecification): LayerSpecification => ({
    id: `fill-${layer}`,
    type: 'fill',
    source,
    'source-layer': layer,
    ...(filter === undefined ? {} : { filter }),
    paint: { 'fill-color': color },
  })
  const line = (layer: string, color: string, width: number, dash?: number[]): LayerSpecification => ({
    id: `line-${layer}`,
    type: 'line',
    source,
    'source-layer': layer,
    paint: {
      'line-color': color,
      'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 5, width * 0.4, 18, width * 8],
      ...(dash === undefined ? {} : { 'line-dasharray': dash }),
    },
  })
  const names = (layer: string, size: number): LayerSpecification => ({
    id: `names-${layer}`,
    type: 'symbol',
    source,
    'source-layer': layer,
    layout: {
      'text-field': ['coalesce', ['get', 'name:latin'], ['get', 'name']],
      'text-font': font,
      'text-size': size,
      'text-max-width': 8,
    },
    paint: { 'text-color': palette.quietInk, 'text-halo-color': palette.land, 'text-halo-width': 1.3 },
  })
  return [
    // OpenMapTiles has no layer of land: its ground is land, and water lies on it
    { id: 'land', type: 'background', paint: { 'background-color': palette.land } },
    fill('earth', palette.land),
    fill('landcover', palette.land),
    fill('water', palette.water, ['==', ['geometry-type'], 'Polygon']),
    line('waterway', palette.water, 1),
    line('transportation', palette.line, 1.2),
    line('roads', palette.line, 1.2),
    fill('building', palette.line),
    fill('buildings', palette.line),
    line('boundary', palette.line, 0.8, [3, 2]),
    line('boundaries', palette.line, 0.8, [3, 2]),
    names('place', 13),
    names('places', 13),
  ]
}
