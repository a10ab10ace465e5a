import { classNames } from '#web/ui/class-names.ts'
import { type Status, StatusPill } from '#web/ui/mark/status-pill.tsx'

type Props = { status: Status; statusLabel: string; isInColumn?: boolean }

/** Without a tint the glyph begins where the text above it does, unless the pill stands in a column of its own. */
export const RequestStatus = ({ status, statusLabel, isInColumn }: Props) => {
  const isResting = status === 'solved' || status === 'closed'
  return (
    <span className={classNames('justify-self-start', isResting && (isInColumn ? 'max-md:-ml-1.5' : '-ml-1.5'))}>
      <StatusPill status={status} audience="customer" label={statusLabel} />
    </span>
  )
}
