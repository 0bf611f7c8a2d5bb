import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createViewLayout, deleteViewLayout, listViewLayouts, updateViewLayout } from '#contract/layouts.ts'
import type { ViewLayout } from '#contract/layouts.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { showToast } from '#web/ui/toast.ts'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { LayoutName } from './layout-name.tsx'
import { PutAway } from './put-away.tsx'
import type { Plots } from './series.ts'

interface Given {
  plots: Plots
  onOpen: (plots: Plots) => void
}

/** Layouts that are kept on the server: open, save, share and delete them. They hold names of signals, so they fit other recordings. */
export function LayoutMenu({ plots, onOpen }: Given) {
  const queries = useQueryClient()
  const { data: layouts = [], error } = useQuery({ queryKey: ['viewLayouts'], queryFn: () => call(listViewLayouts) })
  const [openId, setOpenId] = useState<number | null>(null)
  const [asking, setAsking] = useState<'name' | 'delete' | null>(null)
  const current = layouts.find(({ id }) => id === openId) ?? null
  const layout = { plots: plots.map((plot) => ({ ...plot })) }

  const done = async (text: string) => {
    showToast(text, 'success', 2000)
    await queries.invalidateQueries({ queryKey: ['viewLayouts'] })
  }
  const failed = (raised: unknown) => showToast(asApiError(raised).message, 'error', 5000)
  const changing = useMutation({
    mutationFn: ({ id, ...body }: { id: number; shared?: boolean; layout?: ViewLayout['layout'] }) =>
      call(updateViewLayout, { params: { id }, body }),
    onSuccess: ({ name, shared }, { shared: wasAsked }) =>
      done(
        wasAsked === undefined ? `${name} is saved` : shared ? `${name} is shared with everybody here` : `${name} is yours alone`,
      ),
    onError: failed,
  })
  const deleting = useMutation({
    mutationFn: (id: number) => call(deleteViewLayout, { params: { id } }),
    onSuccess: async () => {
      setOpenId(null)
      setAsking(null)
      await done('The layout is deleted')
    },
    onError: failed,
  })
  const save = (name: string) => call(createViewLayout, { body: { name, layout } })

  return (
    <>
      <Menu
        align="end"
        trigger={{
          className: 'button',
          title: error
            ? `Layouts cannot be loaded: ${asApiError(error).message}`
            : 'Plots under a name, for this and other recordings',
          children: <span className="spy-layout-name">{current ? `Layout: ${current.name}` : 'Layout'}</span>,
        }}
      >
        {current?.mayEdit ? (
          <MenuButton onClick={() => changing.mutate({ id: current.id, layout })}>Save {current.name}</MenuButton>
        ) : null}
        <MenuButton aria-disabled={plots.length === 0} onClick={() => plots.length > 0 && setAsking('name')}>
          Save as…
        </MenuButton>
        {current?.mayEdit ? (
          <>
            <MenuButton onClick={() => changing.mutate({ id: current.id, shared: !current.shared })}>
              {current.shared ? 'Share no more' : 'Share with everybody here'}
            </MenuButton>
            <MenuButton onClick={() => setAsking('delete')}>Delete {current.name}…</MenuButton>
          </>
        ) : null}
        <hr className="menu-line" />
        {layouts.length === 0 ? <div className="menu-label">No layouts are kept yet</div> : null}
        {layouts.map((one) => (
          <MenuButton
            key={one.id}
            aria-current={one.id === openId ? 'true' : undefined}
            onClick={() => {
              setOpenId(one.id)
              onOpen(one.layout.plots)
            }}
          >
            {one.name}
            <span className="quiet">{one.shared ? `shared by ${one.owner.username}` : ''}</span>
          </MenuButton>
        ))}
      </Menu>
      {asking === 'name' ? (
        <LayoutName
          save={save}
          onClose={() => setAsking(null)}
          onSaved={async (saved) => {
            setAsking(null)
            setOpenId(saved.id)
            await done(`${saved.name} is saved`)
          }}
        />
      ) : null}
      {asking === 'delete' && current ? (
        <PutAway
          name={current.name}
          isShared={current.shared}
          isBusy={deleting.isPending}
          onClose={() => setAsking(null)}
          onDelete={() => deleting.mutate(current.id)}
        />
      ) : null}
    </>
  )
}
