import type { ReactNode } from 'react'

/* Drawn in the colours of the theme; the words beside each picture say what it shows. */

const Picture = ({ children, width = 160, height = 96 }: { children: ReactNode; width?: number; height?: number }) => (
  <svg
    className="how-picture"
    viewBox={`0 0 ${width} ${height}`}
    aria-hidden="true"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    {children}
  </svg>
)

/** Sheets with what a bus said, one over the other. */
export function RecordingsPicture() {
  return (
    <Picture>
      {[
        { x: 46, y: 8, tone: 'how-back' },
        { x: 36, y: 16, tone: 'how-back' },
      ].map(({ x, y, tone }) => (
        <rect key={x} x={x} y={y} width="86" height="66" rx="6" className={tone} />
      ))}
      <rect x="26" y="24" width="86" height="66" rx="6" className="how-sheet" />
      <path d="M34 52c6 0 7-14 13-14s7 20 13 20 7-26 13-26 7 16 13 16 6-6 12-6" className="how-line s1" />
      <path d="M34 74h14l5-7h12l5 10h12l4-5h16" className="how-line s2" />
      <circle cx="134" cy="70" r="16" className="how-accent" />
      <path d="M134 77V63m-6 6l6-6 6 6" className="how-on" />
    </Picture>
  )
}

/** Of many, those that match. */
export function DatasetPicture() {
  const rows = [0, 1, 2, 3]
  const columns = [0, 1, 2, 3, 4, 5]
  const isChosen = (row: number, column: number) => (row * 5 + column * 3) % 4 === 0
  return (
    <Picture>
      <rect x="14" y="14" width="132" height="68" rx="8" className="how-sheet" />
      {rows.flatMap((row) =>
        columns.map((column) => (
          <rect
            key={`${row} ${column}`}
            x={24 + column * 20}
            y={22 + row * 14.5}
            width="13"
            height="9"
            rx="2"
            className={isChosen(row, column) ? 'how-chosen' : 'how-dim'}
          />
        )),
      )}
    </Picture>
  )
}

/** Code, and what steers it. */
export function ScriptPicture() {
  return (
    <Picture>
      <rect x="12" y="10" width="88" height="76" rx="7" className="how-sheet" />
      <path d="M12 24h88" className="how-edge" />
      <circle cx="20" cy="17" r="2" className="how-dim" />
      <circle cx="27" cy="17" r="2" className="how-dim" />
      <path d="M22 36h20M46 36h28" className="how-code a" />
      <path d="M30 46h14M48 46h34" className="how-code b" />
      <path d="M30 56h36" className="how-code c" />
      <path d="M38 66h18M60 66h22" className="how-code a" />
      <path d="M22 76h26" className="how-code b" />
      <rect x="108" y="26" width="42" height="50" rx="7" className="how-sheet" />
      {[38, 51, 64].map((y, index) => (
        <g key={y}>
          <path d={`M116 ${y}h26`} className="how-edge" />
          <circle cx={[136, 122, 131][index]} cy={y} r="4" className="how-chosen" />
        </g>
      ))}
    </Picture>
  )
}

/** A closed box with the script at work in it. */
export function SandboxPicture() {
  return (
    <Picture>
      <rect x="30" y="10" width="100" height="76" rx="10" className="how-wall" />
      <rect x="42" y="24" width="76" height="36" rx="5" className="how-sheet" />
      <path d="M50 34h22M50 42h34M50 50h16" className="how-code a" />
      <path d="M101 52l6-10 6 10z" className="how-chosen" />
      <rect x="42" y="68" width="76" height="7" rx="3.500" className="how-dim" />
      <rect x="42" y="68" width="48" height="7" rx="3.500" className="how-chosen" />
      <path d="M8 48h14M18 42l6 6-6 6" className="how-line s1" />
      <path d="M136 48h14M146 42l6 6-6 6" className="how-line s1" />
    </Picture>
  )
}

/** A report with a chart, and the second that it speaks of. */
export function ResultPicture() {
  return (
    <Picture>
      <rect x="22" y="8" width="82" height="80" rx="7" className="how-sheet" />
      <path d="M32 20h34M32 28h52" className="how-code b" />
      {[14, 26, 20, 34, 22, 12].map((bar, index) => (
        <rect
          key={bar}
          x={32 + index * 11}
          y={76 - bar}
          width="7"
          height={bar}
          rx="1.500"
          className={index === 3 ? 'how-hit' : 'how-chosen'}
        />
      ))}
      <path d="M74 40h34" className="how-dash" />
      <rect x="108" y="22" width="44" height="36" rx="6" className="how-sheet" />
      <path d="M114 46c4 0 5-10 9-10s4 12 8 12 4-18 8-18 3 8 6 8" className="how-line s1" />
      <path d="M139 24v32" className="how-mark" />
    </Picture>
  )
}

/** Chosen files, one run. */
export function ManualPicture() {
  return (
    <Picture width={320} height={84}>
      <path d="M12 62h296" className="how-edge" />
      {[24, 52, 80, 108, 136].map((x, index) => (
        <rect key={x} x={x} y={44} width="18" height="18" rx="3" className={index % 2 === 0 ? 'how-chosen' : 'how-dim'} />
      ))}
      <path d="M33 38c0-14 60-18 150-18M89 38c0-10 40-14 94-14M145 38c0-6 16-9 38-9" className="how-dash" />
      <rect x="188" y="12" width="52" height="28" rx="6" className="how-accent" />
      <path d="M209 19l12 7-12 7z" className="how-on filled" />
      <path d="M244 26h24M262 20l6 6-6 6" className="how-line s1" />
      <rect x="274" y="10" width="30" height="34" rx="4" className="how-sheet" />
      <path d="M281 36v-8M289 36V20M297 36v-12" className="how-code a" />
    </Picture>
  )
}

/** Each upload that matches, its run. */
export function IngressPicture() {
  return (
    <Picture width={320} height={84}>
      <path d="M12 62h296M302 57l6 5-6 5" className="how-edge" />
      {[24, 92, 160, 228].map((x, index) => {
        const isMatch = index !== 1
        return (
          <g key={x}>
            <rect x={x} y={44} width="18" height="18" rx="3" className={isMatch ? 'how-chosen' : 'how-dim'} />
            {isMatch ? (
              <>
                <path d={`M${x + 9} 40v-8`} className="how-line s1" />
                <rect x={x - 4} y={8} width="26" height="22" rx="4" className="how-sheet" />
                <path d={`M${x + 2} 25v-5M${x + 9} 25v-11M${x + 16} 25v-8`} className="how-code a" />
              </>
            ) : null}
          </g>
        )
      })}
      <path d="M262 53h20" className="how-dash" />
    </Picture>
  )
}
