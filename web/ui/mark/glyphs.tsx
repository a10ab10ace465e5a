import { Archive } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { IconShape } from './icon.tsx'

export const GlyphSheet = () => (
  <svg aria-hidden className="hidden">
    {Object.entries(states).map(([name, shape]) => (
      <symbol key={name} id={`glyph-${name}`} viewBox="0 0 24 24">
        {shape}
      </symbol>
    ))}
    {Object.entries(priorities).map(([name, shape]) => (
      <symbol key={name} id={`glyph-${name}`} viewBox="0 0 16 16">
        {shape}
      </symbol>
    ))}
  </svg>
)

const ring = <circle cx="12" cy="12" r="9" />

// The shapes of the ticket states. Each state has its own shape, because colour alone is not enough to tell them apart.
const states = {
  new: <circle cx="12" cy="12" r="9" strokeDasharray="3.2 3.87" />,
  open: (
    <>
      {ring}
      <path d="M12 7.5a4.5 4.5 0 0 1 0 9z" fill="currentColor" strokeWidth="1.5" />
    </>
  ),
  pending: (
    <>
      {ring}
      <path d="M12 7v5l3 2" />
    </>
  ),
  on_hold: (
    <>
      {ring}
      <path d="M10 9v6M14 9v6" />
    </>
  ),
  solved: (
    <>
      {ring}
      <path d="m8.5 12.2 2.5 2.5 4.6-5" />
    </>
  ),
  closed: <Archive strokeWidth="inherit" />,
}

const bars = (count: number) =>
  [9.5, 6, 2.5].map((y, index) => (
    <rect
      key={y}
      x={2 + 4.5 * index}
      y={y}
      width="3"
      height={13.5 - y}
      rx="1"
      fill="currentColor"
      opacity={index < count ? undefined : 0.22}
    />
  ))

const priorities = {
  low: bars(1),
  normal: bars(2),
  high: bars(3),
  urgent: (
    <>
      <path
        d="M5 1.5h6A3.5 3.5 0 0 1 14.5 5v6a3.5 3.5 0 0 1-3.5 3.5H5A3.5 3.5 0 0 1 1.5 11V5A3.5 3.5 0 0 1 5 1.5"
        fill="currentColor"
      />
      <path d="M8 4.6v4" className="stroke-surface" strokeWidth="1.8" strokeLinecap="round" />
      <circle cx="8" cy="11.2" r="1" className="fill-surface" />
    </>
  ),
}

type GlyphName = keyof typeof states | keyof typeof priorities

export const Use = ({ of: name }: { of: GlyphName }) => <use href={`#glyph-${name}`} />

const glyph = (name: keyof typeof states) => (props: ComponentProps<IconShape>) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: Icon hides it from assistive technology, the word stands beside it
  <svg {...props} className={classNames('glyph', props.className)}>
    <Use of={name} />
  </svg>
)

export const glyphs = {
  new: glyph('new'),
  open: glyph('open'),
  pending: glyph('pending'),
  on_hold: glyph('on_hold'),
  solved: glyph('solved'),
  closed: glyph('closed'),
}
