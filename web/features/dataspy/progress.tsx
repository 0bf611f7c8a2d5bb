/** While a recording is being opened: how far it is. */
export function Progress({ text, done, size }: { text: string; done: number; size: number }) {
  const percent = size === 0 ? 0 : Math.min(100, Math.floor((done / size) * 100))
  return (
    <div className="spy-progress" role="status">
      <p>
        {text} {size > 0 ? <span className="quiet">{percent} %</span> : null}
      </p>
      <progress max={100} value={percent} aria-label={text} />
    </div>
  )
}
