import type { Feature, FeatureCollection, Geometry, MultiLineString, MultiPolygon, Polygon } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import coarseUrl from 'world-atlas/countries-50m.json?url'
import fineUrl from 'world-atlas/countries-10m.json?url'
import { unwrappedArea, unwrappedLine } from './unwrapped-world.ts'
import { labelOf } from './world-labels.ts'

/** Countries of Natural Earth (public domain), shipped with the application. */
export interface World {
  readonly land: FeatureCollection<MultiPolygon>
  /** Between countries. */
  readonly borders: MultiLineString
  readonly coasts: MultiLineString
  /** Where each country's name stands, larger countries first. */
  readonly labels: FeatureCollection
}

/** From this zoom on coasts need more points. */
export const fineZoom = 5

const loaded = new Map<string, Promise<World>>()

/** Loaded once; `fine` has some five times the points, and no labels. */
export function loadWorld(detail: 'coarse' | 'fine'): Promise<World> {
  let world = loaded.get(detail)
  if (world === undefined) {
    world = detail === 'fine' ? fetchWorld(fineUrl, false) : fetchWorld(coarseUrl, true)
    loaded.set(detail, world)
    // a break of the network must not hold for ever
    world.catch(() => loaded.delete(detail))
  }
  return world
}

type Countries = Topology<{ countries: GeometryCollection<{ name: string }> }>

async function fetchWorld(url: string, labelled: boolean): Promise<World> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error('The world map could not be loaded.')
  // the file is of this very build
  const topology = (await answer.json()) as Countries
  const { countries } = topology.objects
  const areas = feature(topology, countries).features.filter(isArea)
  const land = areas.map((area) => ({ ...area, geometry: unwrappedArea(area.geometry) }))
  const labels = labelled ? land.map(labelOf).filter((label) => label !== null) : []
  const lines = (meshed: MultiLineString): MultiLineString => ({ ...meshed, coordinates: meshed.coordinates.map(unwrappedLine) })
  return {
    land: { type: 'FeatureCollection', features: land },
    borders: lines(mesh(topology, countries, (a, b) => a !== b)),
    coasts: lines(mesh(topology, countries, (a, b) => a === b)),
    labels: { type: 'FeatureCollection', features: labels.toSorted((a, b) => b.properties.size - a.properties.size) },
  }
}

const isArea = <P>(one: Feature<Geometry, P>): one is Feature<Polygon | MultiPolygon, P> =>
  one.geometry?.type === 'Polygon' || one.geometry?.type === 'MultiPolygon'
