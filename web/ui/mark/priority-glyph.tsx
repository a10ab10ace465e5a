import { classNames } from '#web/ui/class-names.ts'
import { Use } from './glyphs.tsx'

type Props = { priority: 'low' | 'normal' | 'high' | 'urgent'; withLabel?: boolean }

export function PriorityGlyph({ priority, withLabel }: Props) {
  const word = words[priority]
  const naming = withLabel ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `${word} priority` }
  const glyph = (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has its name, or the word beside it
    <svg {...naming} className={classNames('bars', priority === 'urgent' ? 'text-red-ink' : 'text-ink-2')}>
      <Use of={priority} />
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
