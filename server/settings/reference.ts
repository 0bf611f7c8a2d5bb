import { reservedSettings, settingDefinitions } from './settings.ts'

/** The settings as a Markdown table, for docs/reference/settings.md. */
export function settingsReference(): string {
  const rows = Object.values(settingDefinitions).map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback === null || fallback === '' ? '-' : `\`${fallback}\``} | ${description} |`,
  )
  return [
    'Environment variables, read and checked when the server starts; a wrong or unknown one ends it with exit code 78.',
    'Sizes take the units B, kB, MB, GB, TB (powers of 1000) and KiB, MiB, GiB, TiB (powers of 1024).',
    '',
    '| setting | default | what it does |',
    '|---|---|---|',
    ...rows,
    '',
    `Reserved for later versions and refused today: ${reservedSettings.map((name) => `\`${name}\``).join(', ')}.`,
  ].join('\n')
}
