import { useState } from 'react'
import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import type { Search } from '#web/router/search.ts'
import { stringifySearch } from '#web/router/search.ts'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { ArchivePicker } from './archive-picker.tsx'

interface Given {
  fileIds: readonly string[]
  search: Search
  /** Choose files of this computer. */
  onLocal: () => void
}

/** Opens another recording beside those that are open. */
export function AddRecording({ fileIds, search, onLocal }: Given) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Menu align="end" trigger={{ className: 'button', children: 'Add a recording' }}>
        <MenuButton onClick={onLocal}>From this computer…</MenuButton>
        <MenuButton onClick={() => setAsking(true)}>From the archive…</MenuButton>
      </Menu>
      {asking ? (
        <ArchivePicker
          opened={fileIds}
          onClose={() => setAsking(false)}
          onPick={(picked) => {
            setAsking(false)
            goTo(pagePath('dataSpy', {}) + stringifySearch({ ...search, fileId: [...fileIds, picked] }), { replace: true })
          }}
        />
      ) : null}
    </>
  )
}
