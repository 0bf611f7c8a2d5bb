/** `drive_06-10-41.csv`: the recording's name without its ending, and where the window begins. */
export function exportName(recording: string, clock: string, ending: string): string {
  const stem = recording.replace(/\.[a-z0-9]{1,8}$/i, '').replace(/[^\p{L}\p{N}._ -]/gu, '_') || 'recording'
  return `${stem}_${clock.replace('−', '-').replaceAll(':', '-')}.${ending}`
}
