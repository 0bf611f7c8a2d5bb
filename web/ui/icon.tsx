/** Strokes on a 24 by 24 grid. */
const shapes = {
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M6.3 12a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0zM12.8 12a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0zM19.3 12a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'M7 10l5 5 5-5',
  up: 'M7 14l5-5 5 5',
  right: 'M10 7l5 5-5 5',
  back: 'M14 6l-6 6 6 6',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.6 9.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.2 1-1.2 1.8M12 16.6v.1',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  auto: 'M4 5h16v11H4zM9 20h6M12 16v4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  eyeOff:
    'M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.6M6.2 7.3A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 3.7-.8M10 10a3 3 0 0 0 4.2 4.2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.500s6.7 1.9 7.5 5.5',
  download: 'M12 4v11M7.5 11l4.5 4.500L16.5 11M5 19.500h14',
  star: 'M12 4.2l2.4 4.900 5.400.8-3.900 3.800.9 5.400-4.800-2.500-4.800 2.500.9-5.400L4.200 9.900l5.400-.8z',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  play: 'M8 5.500v13l10.500-6.500z',
} as const

export type IconName = keyof typeof shapes

/** A decorative picture; the control around it carries the name. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  )
}

/** The mark of the product. */
export function Brand({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="11" fill="var(--accent)" />
      <path d="M12 4.200l6.7 3.900v7.800L12 19.800l-6.7-3.900V8.100z" stroke="var(--on-accent)" strokeWidth="1.5" />
      <path
        d="M12 8.400l3.1 1.800v3.600L12 15.600l-3.1-1.800v-3.600zM12 8.400V4.200M15.1 13.800l3.6 2.100M8.9 13.800l-3.6 2.100M12 15.600v4.200M15.1 10.200l3.6-2.100M8.9 10.200L5.3 8.1"
        stroke="var(--on-accent)"
        strokeWidth="1.2"
      />
    </svg>
  )
}
