import '../groups/groups.css'

interface Given {
  label: string
  extensions: ReadonlyArray<readonly [value: string, title: string]>
  chosen: readonly string[]
  /** How many files each has, where that is known; those without any cannot be chosen. */
  counts?: ReadonlyMap<string, number>
  onToggle: (extension: string) => void
}

/** One toggle for each extension. */
export function ExtensionButtons({ label, extensions, chosen, counts, onToggle }: Given) {
  return (
    <div className="strip" role="group" aria-label={label}>
      <span className="strip-label">{label}</span>
      {extensions.map(([value, title]) => {
        const isOn = chosen.includes(value)
        const count = counts?.get(value) ?? 0
        const isDead = counts !== undefined && count === 0
        return (
          <button
            key={value}
            type="button"
            className={isOn ? 'chip toggle on' : 'chip toggle'}
            aria-pressed={isOn}
            disabled={isDead}
            title={isDead ? 'None of the found files' : undefined}
            onClick={() => onToggle(value)}
          >
            {title} {counts && count > 0 ? <span className="toggle-size">{count}</span> : null}
          </button>
        )
      })}
    </div>
  )
}
