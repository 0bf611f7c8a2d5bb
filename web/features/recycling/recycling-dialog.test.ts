import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { memoryStorage } from '#web/testing/memory-storage.ts'

test('without files the dialog says so, and has nothing to move', async () => {
  Object.assign(globalThis, { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
  const { RecyclingDialog } = await import('./recycling-dialog.tsx')
  const dialog = createElement(RecyclingDialog, { files: [], onClose: () => undefined })
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, dialog)
  const buttons = [...renderToStaticMarkup(page).matchAll(/<button[^>]*>(?:<svg.*?<\/svg>)?(.*?)<\/button>/g)]
  expect(renderToStaticMarkup(page)).toMatch(/role="alert"[^>]*>No files selected\.</)
  expect(buttons.map(([, text]) => text)).toEqual(['', 'Close'])
})
