import type { ServerSetting } from '#contract/server.ts'
import type { Settings } from '#server/settings/settings.ts'

/** The operator's own pages in the menu, in the order of the setting. */
export const menuExtensions = ({ menuExtensions: entries }: Settings): ServerSetting[] =>
  entries.map(({ name, address }) => ({ what: name, val: address }))

/** Settings that pages need, and everybody who is signed in may see: no path, no address inside, no password. */
export function publicSettings(settings: Settings): ServerSetting[] {
  const { mapKey, mapAttribution, maxUploadSize, recycleDays, publicUrl, scriptUpload } = settings
  return [
    { what: 'mapKey', val: mapKey ?? '' },
    { what: 'mapAttribution', val: mapAttribution },
    { what: 'maxUploadSize', val: String(maxUploadSize) },
    { what: 'recycleDays', val: String(recycleDays) },
    { what: 'publicUrl', val: publicUrl ?? '' },
    { what: 'ipa.scriptUpload', val: scriptUpload },
  ]
}
