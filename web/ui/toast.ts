export type ToastTone = 'success' | 'error' | 'warning' | 'plain'

export interface Toast {
  key: number
  text: string
  tone: ToastTone
}

/** Milliseconds a toast stays unless told otherwise. */
export const toastMs = 1000

let toasts: readonly Toast[] = []
let nextKey = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a sentence in the centre of the screen for a moment. */
export function showToast(text: string, tone: ToastTone = 'plain', ms = toastMs) {
  const toast = { key: nextKey++, text, tone }
  set([...toasts, toast])
  setTimeout(() => set(toasts.filter((shown) => shown !== toast)), ms)
}

export const currentToasts = () => toasts
export function subscribeToasts(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
