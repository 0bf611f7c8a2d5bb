import { MantineProvider } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { theme } from '#web/theme/theme.ts'
import { useColorScheme } from '#web/theme/color-scheme.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { Bar } from './bar.tsx'
import { Footer } from './footer.tsx'
import { Uploads } from './uploads.tsx'
import './layout.css'

/** Bar, page, footer. Mantine lives here, so that the login stays small; its variables come from mantine.css. */
export function Layout() {
  const scheme = useColorScheme()
  const user = useUser()
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
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
    </MantineProvider>
  )
}

/** The hash of the address belongs to the classic addresses, so the jump is made here. */
function focusWork(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('work')?.focus()
}
