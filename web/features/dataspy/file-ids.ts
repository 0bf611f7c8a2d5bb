/** The numbers of files in what somebody typed or copied: addresses of the viewer, or the numbers themselves. */
export function fileIdsIn(text: string): string[] {
  const ofAddresses = [...text.matchAll(/[?&]fileId=(\d{1,15})\b/g)].map(([, id = '']) => id)
  if (ofAddresses.length > 0) return [...new Set(ofAddresses)]
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return words.every((word) => /^\d{1,15}$/.test(word)) ? [...new Set(words)] : []
}
