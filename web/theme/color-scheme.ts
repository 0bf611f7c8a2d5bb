import { useSyncExternalStore } from 'react'

/** A choice of this browser, not of the user: it survives the logout. The key is also read by public/color-scheme.js. */
const key = 'loggerhead-color-scheme'

export type ColorSchemeChoice = 'auto' | 'light' | 'dark'
export type ColorScheme = 'light' | 'dark'

const system = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

function choice(): ColorSchemeChoice {
  const stored = localStorage.getItem(key)
  return stored === 'light' || stored === 'dark' ? stored : 'auto'
}

function resolved(): ColorScheme {
  const chosen = choice()
  if (chosen !== 'auto') return chosen
  return system.matches ? 'dark' : 'light'
}

function announce() {
  document.documentElement.setAttribute('data-theme', resolved())
  for (const listener of listeners) listener()
}

export function chooseColorScheme(next: ColorSchemeChoice) {
  if (next === 'auto') localStorage.removeItem(key)
  else localStorage.setItem(key, next)
  announce()
}

system.addEventListener('change', announce)
addEventListener('storage', (event) => {
  if (event.key === key) announce()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useColorSchemeChoice = () => useSyncExternalStore(subscribe, choice)
export const useColorScheme = () => useSyncExternalStore(subscribe, resolved)
