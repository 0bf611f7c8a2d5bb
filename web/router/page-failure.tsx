import { asApiError } from '#web/api/errors.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'

/** In place of a page that could not be shown. A version that was replaced under an open page is cured by loading again. */
export function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const isCode = error instanceof TypeError && /module|import/i.test(error.message)
  const shown = isCode
    ? { message: 'This page could not be loaded; the server may have been updated.', fields: [] }
    : asApiError(error)
  return (
    <main className="page">
      <ErrorCard
        title={isCode ? 'Page not loaded' : undefined}
        error={shown}
        retry={isCode ? () => window.location.reload() : retry}
      />
    </main>
  )
}
