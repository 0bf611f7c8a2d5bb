import { useState } from 'react'
import { pagePath } from '#web/router/address.ts'
import { PathLink, goTo } from '#web/router/page-link.tsx'
import { ArchivePicker } from './archive-picker.tsx'

/** Before anything is open: where to drop it, and what happens to it. */
export function Start({ onOpen }: { onOpen: () => void }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <section className="spy-start" aria-labelledby="spy-start-title">
      <div className="spy-drop">
        <svg width="72" height="40" viewBox="0 0 72 40" aria-hidden="true">
          <path
            d="M2 30c6 0 7-20 13-20s6 22 12 22 7-28 13-28 6 18 11 18 6-8 10-8 5 4 9 4"
            fill="none"
            stroke="var(--accent)"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        <h2 id="spy-start-title">Drop a recording here</h2>
        <p>
          VSB, MF4, DAT, BLF, ASC, TRC, PCAP, candump, CSV and SQLite logs. Drop DBC files with it, or later, and its frames
          become signals.
        </p>
        <div className="spy-start-actions">
          <button type="button" className="button primary" onClick={onOpen}>
            Open a recording
          </button>
          <button type="button" className="button" onClick={() => setChoosing(true)}>
            Choose from the archive
          </button>
        </div>
        <p className="quiet">Nothing leaves your browser: the file is read on this computer and not uploaded.</p>
      </div>
      <p className="quiet spy-else">
        Recordings of the archive also open from <PathLink path={pagePath('groups', {})}>Data Groups</PathLink>, in the column
        View.
      </p>
      {choosing ? (
        <ArchivePicker
          opened={[]}
          onClose={() => setChoosing(false)}
          onPick={(fileId) => goTo(pagePath('dataSpy', {}, { fileId }))}
        />
      ) : null}
    </section>
  )
}
