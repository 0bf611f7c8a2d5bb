import packageJson from '../package.json' with { type: 'json' }

/** Version of this program, as released. */
export const version: string = packageJson.version
