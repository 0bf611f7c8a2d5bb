import type { SearchBody } from '#contract/archive.ts'
import { day } from './archive-content.ts'
import type { Content, UploadFact } from './archive-content.ts'

export interface Answer {
  readonly ids: number[]
  readonly total: number
  readonly uploads: number
}

/** What a search means, written a second time and as plainly as possible. */
export function bruteForce(content: Content, search: SearchBody): Answer {
  const { sort = 'uploadId', order = 'desc', offset = 0, max = 50 } = search
  const vehicles = new Map(content.vehicles.map((vehicle) => [vehicle.id, vehicle]))
  const key = (upload: UploadFact): [string | number, number, number] => {
    const vehicle = upload.vehicleId === null ? undefined : vehicles.get(upload.vehicleId)
    switch (sort) {
      case 'uploadId':
        return [upload.id, 0, 0]
      case 'startDate':
        return [upload.start, 0, upload.id]
      case 'endDate':
        return [upload.end, 0, upload.id]
      case 'name':
        return [upload.displayName.toLowerCase(), 0, upload.id]
      case 'vehicle':
        return [vehicle?.displayName.toLowerCase() ?? '', vehicle?.id ?? 0, upload.id]
    }
  }
  const before = (a: UploadFact, b: UploadFact): number => {
    const [left, right] = [key(a), key(b)]
    const place = left.findIndex((part, index) => part !== right[index])
    if (place === -1) return 0
    const less = (left[place] ?? 0) < (right[place] ?? 0)
    return less === (order === 'asc') ? -1 : 1
  }
  const found = content.uploads.filter((upload) => matches(content, upload, search)).toSorted(before)
  if (!search.onlyGroups)
    return { ids: found.slice(offset, offset + max).map(({ id }) => id), total: found.length, uploads: found.length }
  const groups = [...Map.groupBy(found, ({ groupId }) => groupId).values()]
  const ids = groups.slice(offset, offset + max).flatMap((members) => members.map(({ id }) => id))
  return { ids: ids.slice(0, 200 * max), total: groups.length, uploads: found.length }
}

function matches(content: Content, upload: UploadFact, search: SearchBody): boolean {
  const vehicle = content.vehicles.find(({ id }) => id === upload.vehicleId)
  const files = upload.files.filter((file) => !file.recycled)
  if (search.hidePersistentFiles === true && upload.end - upload.start > day) return false
  if (upload.recycled || files.length === 0 || vehicle?.deleted === true) return false
  const { fleetId = [], vehicleId = [], extensions = [], names = [], startDate, endDate } = search
  if (fleetId.length + vehicleId.length > 0) {
    if (vehicle === undefined || !(fleetId.includes(vehicle.fleetId) || vehicleId.includes(vehicle.id))) return false
  }
  if (extensions.length > 0 && !files.some((file) => extensions.includes(file.extension))) return false
  const texts = [upload.collection, ...files.map((file) => file.name)].map((text) => text.toLowerCase())
  if (names.length > 0 && !names.some((name) => texts.some((text) => text.includes(name.toLowerCase())))) return false
  if (startDate != null && upload.end < Date.parse(startDate)) return false
  return endDate == null || upload.start <= Date.parse(endDate)
}
