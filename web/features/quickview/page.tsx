import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getFileVersion } from '#contract/quick-view.ts'
import type { ViewedFileVersion } from '#contract/quick-view.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { downloadVersion } from '#web/features/groups/download.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { FileViewer } from './file-viewer.tsx'
import { QuickViewHelp } from './help.tsx'
import './quickview.css'
import { viewers, viewersOf } from './viewers.ts'
import type { Viewer } from './viewers.ts'

/** A file version in the viewer that its address names. */
export function QuickViewPage() {
  const { kind = '', fileId = '' } = useParams({ strict: false })
  const viewer = Object.values(viewers).find(({ word }) => word === kind)
  const id = /^\d{1,15}$/.test(fileId) ? Number(fileId) : null
  const { data, error, refetch } = useQuery({
    queryKey: ['fileVersions', id],
    queryFn: ({ signal }) => call(getFileVersion, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null && viewer !== undefined,
  })
  return (
    <>
      <PageHeader
        title={data?.fileName ?? viewer?.title ?? 'Quick view'}
        crumbs={[{ title: 'Data Archive', path: pagePath('collections', {}) }]}
        beside={data === undefined ? undefined : <span className="quiet qv-facts">{factsOf(data)}</span>}
        actions={data === undefined ? undefined : <Actions file={data} shown={viewer} />}
        help={{ title: viewer?.title ?? 'Quick view', text: <QuickViewHelp /> }}
      />
      {viewer === undefined ? (
        <ErrorCard title="An error occured" error={{ message: 'Unsupported media type', detail: noViewer, fields: [] }} />
      ) : id === null ? (
        <ErrorCard title="An error occured" error={{ message: `${fileId} is not the number of a file.`, fields: [] }} />
      ) : error && data === undefined ? (
        <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="qv-note quiet" role="status">
          Loading media...
        </p>
      ) : (
        <div className="qv-page">
          <FileViewer file={data} word={viewer.word} />
        </div>
      )}
    </>
  )
}

const noViewer = 'There is no viewer of this name. Data Groups offers those of a file in the column View.'

const factsOf = ({ displayName, vehicle, size }: ViewedFileVersion): string =>
  [vehicle?.displayName, displayName, formatBytes(size)].filter((fact) => fact !== undefined && fact !== '').join(' · ')

function Actions({ file, shown }: { file: ViewedFileVersion; shown: Viewer | undefined }) {
  const others = viewersOf(file.extension).filter(({ word }) => word !== shown?.word)
  return (
    <>
      {others.length > 0 ? (
        <Menu
          align="end"
          trigger={{
            className: 'button quiet',
            children: (
              <>
                View as <Icon name="down" size={14} />
              </>
            ),
          }}
        >
          {others.map(({ word, title }) => (
            <PageLink
              key={word}
              role="menuitem"
              tabIndex={-1}
              className="menu-item"
              page="quickView"
              params={{ kind: word, fileId: file.id }}
            >
              {title}
            </PageLink>
          ))}
        </Menu>
      ) : null}
      {file.recording ? (
        <PageLink className="button" page="dataSpy" search={{ fileId: String(file.id) }}>
          Open in DataSpy
        </PageLink>
      ) : null}
      <button type="button" className="button" onClick={() => void downloadVersion(file.id)}>
        <Icon name="download" size={16} /> Download
      </button>
    </>
  )
}
