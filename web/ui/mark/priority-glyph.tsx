import { classNames } from '#web/ui/class-names.ts'

export type Priority = 'low' | 'normal' | 'high' | 'urgent'

type Props = { priority: Priority; withLabel?: boolean }

export function PriorityGlyph({ priority, withLabel }: Props) {
  const word = words[priority]
  const naming = withLabel ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `${word} priority` }
  const glyph = (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has its name, or the word beside it
    <svg
      viewBox="0 0 16 16"
      {...naming}
      className={classNames('bars', priority === 'urgent' ? 'text-red-ink' : 'text-ink-2')}
    >
      {priority === 'urgent' ? <Alarm /> : <Bars count={counts[priority]} />}
    </svg>
  )
  return withLabel ? (
    <span className="inline-flex items-center gap-1.5">
      {glyph}
      {word}
    </span>
  ) : (
    glyph
  )
}

const words = { low: 'Low', normal: 'Normal', high: 'High', urgent: 'Urgent' }
const counts = { low: 1, normal: 2, high: 3 }

const Alarm = () => (
  <>
    <path
      d="M5 1.5h6A3.5 3.5 0 0 1 14.5 5v6a3.5 3.5 0 0 1-3.5 3.5H5A3.5 3.5 0 0 1 1.5 11V5A3.5 3.5 0 0 1 5 1.5"
      fill="currentColor"
    />
    <path d="M8 4.6v4" className="stroke-surface" strokeWidth="1.8" strokeLinecap="round" />
    <circle cx="8" cy="11.2" r="1" className="fill-surface" />
  </>
)

const bars = [
  { x: 2, y: 9.5, height: 4 },
  { x: 6.5, y: 6, height: 7.5 },
  { x: 11, y: 2.5, height: 11 },
]

const Bars = ({ count }: { count: number }) =>
  bars.map((bar, index) => <rect key={bar.x} {...bar} className={index < count ? undefined : 'opacity-22'} />)
