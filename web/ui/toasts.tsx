import { useSyncExternalStore } from 'react'
import './blocks.css'
import { currentToasts, subscribeToasts } from './toast.ts'

/** Mounted once. The region is there before the first toast, so that screen readers announce it. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.key} className={`toast ${toast.tone}`}>
          {toast.text}
        </div>
      ))}
    </div>
  )
}
