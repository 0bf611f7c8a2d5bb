import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColorScheme } from './color-scheme.ts'
import { theme } from './theme.ts'

/**
 * Around a page that uses Mantine (pickers); the other pages do not load it. Its variables come from mantine.css, so
 * that it writes no style tag.
 */
export function MantineFrame({ children }: { children: ReactNode }) {
  const scheme = useColorScheme()
  return (
    <MantineProvider theme={theme} forceColorScheme={scheme} withCssVariables={false} withGlobalClasses={false}>
      {children}
    </MantineProvider>
  )
}
