import { useEffect, useRef } from 'react'

/**
 * Shows a page that nobody vouches for: in a frame of an origin of its own, by attribute and by the policy of the file
 * that it is put into. Neither this site's storage nor any network can be reached from there.
 */
export function SandboxedFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const give = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.data !== 'ready') return
      // its origin is like no other and cannot be named; what is sent is what it shows
      frame.current?.contentWindow?.postMessage(html, '*')
      window.removeEventListener('message', give)
    }
    window.addEventListener('message', give)
    return () => window.removeEventListener('message', give)
  }, [html])
  return <iframe key={html} ref={frame} className="qv-frame" title={title} sandbox="allow-scripts" src="/sandbox-frame.html" />
}
