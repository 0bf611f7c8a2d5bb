import { createTheme } from '@mantine/core'
import type { MantineColorsTuple } from '@mantine/core'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import './mantine.css'

// Components draw their colours from mantine.css; the tuple only has to exist.
const accent: MantineColorsTuple = [
  '#e2f3f1', '#c5e6e3', '#9dd5d0', '#6fc0ba', '#41aaa3', '#1f938c', '#0b7a75', '#096b67', '#085e5a', '#064845',
]
const still = { transitionProps: { duration: 0 } }

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 4 },
  colors: { accent },
  defaultRadius: 'md',
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  cursorType: 'pointer',
  components: {
    Popover: { defaultProps: { ...still, shadow: 'md' } },
    Combobox: { defaultProps: { ...still, shadow: 'md' } },
    Tooltip: { defaultProps: { ...still } },
  },
})
