import { MessageSquare, MessageSquarePlus } from 'lucide-react'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { Tooltip } from '#web/ui/overlay/tooltip.tsx'

type Props = { label: string; count: number; onComment: () => void }

/** Starts a thread on a field. The button is always visible if the field has open threads. */
export const CommentOnField = ({ label, count, onComment }: Props) => {
  const words = count > 0 ? `Comment on ${label}, ${count} open` : `Comment on ${label}`
  return (
    <Tooltip text={words}>
      <button
        type="button"
        aria-label={words}
        onClick={onComment}
        className={classNames(
          'inline-flex h-5 items-center gap-1 rounded-sm px-1 align-middle hover:bg-hover hover:text-ink',
          count === 0 &&
            'opacity-0 group-focus-within/field:opacity-100 group-hover/field:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <Icon of={count > 0 ? MessageSquare : MessageSquarePlus} size={14} />
        {count > 0 && <span className="tabular-nums">{count}</span>}
      </button>
    </Tooltip>
  )
}
