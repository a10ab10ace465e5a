import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

type Props = {
  isNote?: boolean
  top?: ReactNode
  attachments?: ReactNode
  bar: ReactNode
  children: ReactNode
}

export const ComposerFrame = ({ isNote, top, attachments, bar, children }: Props) => (
  <div
    className={classNames(
      'rounded-md border focus-within:border-ring focus-within:shadow-focus',
      isNote ? 'border-note-line bg-note' : 'border-control bg-surface',
    )}
  >
    {top && (
      <div
        className={classNames('flex items-center gap-2.5 border-b px-3.5', isNote ? 'border-note-line' : 'border-line')}
      >
        {top}
      </div>
    )}
    {children}
    {attachments && <div className="px-3.5 pb-3">{attachments}</div>}
    <div
      className={classNames(
        'flex min-h-10 items-center gap-0.5 border-t px-2 py-1.5',
        isNote ? 'border-note-line' : 'border-line',
      )}
    >
      {bar}
    </div>
  </div>
)
