import { glyphs } from './glyphs.tsx'
import { Icon, type IconShape } from './icon.tsx'
import { inks, Pill, type Tone } from './pill.tsx'

export type Status = 'new' | 'open' | 'pending' | 'on_hold' | 'solved' | 'closed'
type Audience = 'team' | 'customer'

type Props = {
  status: Status
  audience?: Audience
  label?: string
  /** Colour of a status. Null: the colour of its category. */
  color?: Tone | null
}

export function StatusPill({ status, audience = 'team', label, color }: Props) {
  const shown = seenAs(status, audience)
  const { tone, icon, isResting } = looks[shown]
  return (
    <Pill tone={color ?? tone} icon={icon} quiet={isResting} className="max-w-full">
      <span className="truncate">{label ?? statusLabel(status, audience)}</span>
    </Pill>
  )
}

export function StatusGlyph({ status, color }: Pick<Props, 'status' | 'color'>) {
  const { tone, icon } = looks[status]
  return <Icon of={icon} size={16} className={inks[color ?? tone]} />
}

export const statusLabel = (status: Status, audience: Audience = 'team') => looks[seenAs(status, audience)][audience]

const seenAs = (status: Status, audience: Audience): Status =>
  audience === 'customer' && (status === 'new' || status === 'on_hold') ? 'open' : status

type Look = { tone: Tone; icon: IconShape; isResting?: boolean; team: string; customer: string }

const looks: Record<Status, Look> = {
  new: { tone: 'blue', icon: glyphs.new, team: 'New', customer: 'With our team' },
  open: { tone: 'teal', icon: glyphs.open, team: 'Open', customer: 'With our team' },
  pending: { tone: 'plum', icon: glyphs.pending, team: 'Pending', customer: 'Waiting for you' },
  on_hold: { tone: 'grey', icon: glyphs.on_hold, team: 'On hold', customer: 'With our team' },
  solved: { tone: 'green', icon: glyphs.solved, isResting: true, team: 'Solved', customer: 'Solved' },
  closed: { tone: 'grey', icon: glyphs.closed, isResting: true, team: 'Closed', customer: 'Closed' },
}
