/** A package of an environment. */
export interface InstalledPackage {
  readonly name: string
  readonly version: string
}

/** An environment that is there and is never changed again. */
export interface BuiltEnvironment {
  /** Of everything that decides what a script finds: lock file, Python, our own package; hex SHA-256. */
  readonly hash: string
  /** Absolute; readable for everybody, so that sandboxes can bind it. */
  readonly folder: string
  /** Its Python, within `folder`. */
  readonly python: string
  /** Such as `3.11.2`. */
  readonly pythonVersion: string
  /** Version of our own package `loggerhead` in it. */
  readonly sdkVersion: string
  readonly packages: readonly InstalledPackage[]
  /** Of all its files; those that several environments share count for each. */
  readonly sizeBytes: number
  /** ISO 8601, UTC. */
  readonly builtAt: string
}

/** What is missing on this machine, or wrong with what was asked for. */
export type Obstacle = 'python' | 'index' | 'requirements' | 'disk' | 'other'

/** Where an environment stands. */
export type EnvironmentState =
  /** Its turn has not come yet. */
  | { readonly state: 'waiting' }
  | { readonly state: 'building'; readonly step: string; /** 0 to 100, never less than before. */ readonly percent: number }
  | { readonly state: 'ready'; readonly built: BuiltEnvironment }
  | { readonly state: 'failed'; readonly obstacle: Obstacle; readonly reason: string; readonly remedy: string }

/** An environment by its name, as the server page shows it. */
export interface NamedEnvironment {
  readonly name: string
  /** What the administrator asked for; null for the environment that comes with the product. */
  readonly requirements: string | null
  readonly status: EnvironmentState
}

/** An environment cannot be made: what stands in the way and what to do about it, a sentence each. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly obstacle: Obstacle
  readonly remedy: string

  constructor(obstacle: Obstacle, reason: string, remedy: string) {
    super(reason)
    this.obstacle = obstacle
    this.remedy = remedy
  }
}
