import { addProtocol } from 'maplibre-gl'
import type { StyleSpecification } from 'maplibre-gl'
import { FetchSource, PMTiles, Protocol, TileType } from 'pmtiles'
import type { Source } from 'pmtiles'
import type { MapTiles } from '#contract/map.ts'
import type { BaseMap, ReadPart } from './base-map.ts'
import { fileStyle, templateStyle, worldStyle } from './ground-style.ts'
import type { Palette } from './palette.ts'
import { loadWorld } from './world.ts'

/** The style of the ground: an address of one, or the style itself. */
export async function groundOf({ tiles, readPart }: BaseMap, palette: Palette): Promise<string | StyleSpecification> {
  if (tiles === null) return worldStyle(await loadWorld('coarse'), palette)
  switch (tiles.kind) {
    case 'style':
      return tiles.address
    case 'raster':
    case 'vector':
      return templateStyle(tiles, palette)
    case 'pmtiles':
      return await pmtilesStyle(tiles, readPart, palette)
  }
}

const protocol = new Protocol()
let isAdded = false

async function pmtilesStyle(
  { address, attribution }: MapTiles,
  readPart: ReadPart,
  palette: Palette,
): Promise<StyleSpecification> {
  if (!isAdded) addProtocol('pmtiles', protocol.tile)
  isAdded = true
  let file = protocol.get(address)
  if (file === undefined) {
    file = new PMTiles(address.startsWith('/') ? ownSource(address, readPart) : new FetchSource(address))
    protocol.add(file)
  }
  const { tileType } = await file.getHeader()
  return fileStyle(`pmtiles://${address}`, tileType === TileType.Mvt ? 'vector' : 'raster', attribution, palette)
}

/** The file that our server holds is read with the session's token. */
const ownSource = (address: string, readPart: ReadPart): Source => ({
  getKey: () => address,
  getBytes: (offset, length, signal) => readPart(offset, length, signal),
})
