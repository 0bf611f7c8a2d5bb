import { Outlet } from '@tanstack/react-router'
import { useUser } from '#web/features/session/current-session.ts'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import { Uploads } from './uploads.tsx'
import './layout.css'

/** Bar, page, footer. */
export function Layout() {
  const user = useUser()
  return (
    <>
      <div className="frame">
        <a className="button skip" href="#work" onClick={focusWork}>
          Skip to the page
        </a>
        <Bar />
        <main className="frame-work page" id="work" tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      {user ? <Uploads /> : null}
    </>
  )
}

/** The hash of the address belongs to the classic addresses, so the jump is made here. */
function focusWork(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('work')?.focus()
}
