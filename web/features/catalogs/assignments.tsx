import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unassignCatalog } from '#contract/catalogs.ts'
import type { CatalogDetail } from '#contract/catalogs.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useZone } from '#web/format/use-zone.ts'
import { showToast } from '#web/ui/toast.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { limitsOf, placeOf } from './texts.ts'

/** Where the catalog holds. */
export function Assignments({ catalog, administrator }: { catalog: CatalogDetail; administrator: boolean }) {
  const zone = useZone()
  const client = useQueryClient()
  const [assigning, setAssigning] = useState(false)
  const taking = useMutation({
    mutationFn: (assignmentId: number) => call(unassignCatalog, { params: { id: catalog.id, assignmentId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['catalogs'] }),
    onError: (error) => showToast(asApiError(error).message, 'error', 4000),
  })
  const why = administrator ? undefined : 'Only administrators assign catalogs'
  return (
    <section className="panel">
      <div className="catalog-title">
        <h2>Assigned to</h2>
        <button type="button" className="button" disabled={!administrator} title={why} onClick={() => setAssigning(true)}>
          Assign
        </button>
      </div>
      {catalog.assignments.length === 0 ? (
        <p className="quiet catalog-nothing">Nothing yet: recordings are not decoded with this catalog.</p>
      ) : (
        <ul className="catalog-list">
          {catalog.assignments.map((assignment) => (
            <li key={assignment.id}>
              <span>
                <strong>{placeOf(assignment)}</strong>
                <span className="quiet"> {limitsOf(assignment, zone) || 'every bus, always, the newest version'}</span>
              </span>
              <button
                type="button"
                className="button quiet danger"
                disabled={!administrator || taking.isPending}
                title={why}
                aria-label={`Take back from ${placeOf(assignment)}`}
                onClick={() => {
                  if (
                    window.confirm(
                      `Take ${catalog.name} back from ${placeOf(assignment)}? Its recordings are decoded again without it.`,
                    )
                  )
                    taking.mutate(assignment.id)
                }}
              >
                Take back
              </button>
            </li>
          ))}
        </ul>
      )}
      {assigning ? <AssignDialog catalog={catalog} onClose={() => setAssigning(false)} /> : null}
    </section>
  )
}
