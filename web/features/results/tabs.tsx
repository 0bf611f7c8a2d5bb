import type { ResultSearch } from './search-state.ts'

const types = [
  ['manual', 'Manual Results'],
  ['ingress', 'Ingress Results'],
  ['trial', 'Trials'],
] as const
const owners = [
  ['all', 'Own and shared'],
  ['own', 'Own'],
  ['shared', 'Shared with me'],
  ['everybody', "Everybody's"],
] as const

interface Given {
  search: ResultSearch
  administrator: boolean
  onChange: (change: Partial<ResultSearch>) => void
}

/** Which kind of results, and whose; administrators also see trials and everybody's. */
export function ResultTabs({ search, administrator, onChange }: Given) {
  return (
    <div className="result-kinds">
      <div className="result-tabs" role="tablist" aria-label="Kind of results">
        {types
          .filter(([type]) => administrator || type !== 'trial' || search.type === 'trial')
          .map(([type, title]) => (
            <button
              key={type}
              type="button"
              role="tab"
              className={type === search.type ? 'result-tab on' : 'result-tab'}
              aria-selected={type === search.type}
              onClick={() => onChange({ type })}
            >
              {title}
            </button>
          ))}
      </div>
      <fieldset className="result-owners">
        <legend className="result-hidden">Whose results</legend>
        {owners
          .filter(([owner]) => administrator || owner !== 'everybody')
          .map(([owner, title]) => (
            <label key={owner} className="result-check">
              <input type="radio" name="owner" checked={owner === search.owner} onChange={() => onChange({ owner })} />
              {title}
            </label>
          ))}
      </fieldset>
      {search.analyzer === null ? null : (
        <button type="button" className="chip toggle on" onClick={() => onChange({ analyzer: null })}>
          Of one analyzer: show all
        </button>
      )}
    </div>
  )
}
