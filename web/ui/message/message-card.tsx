import { ChevronRight, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'

type Author = { name: string; avatarUrl?: string | null }

type Props = {
  /** `outside`: somebody who is neither a customer of the ticket nor in the team. */
  kind: 'customer' | 'agent' | 'note' | 'outside'
  author: Author
  meta?: ReactNode
  time: ReactNode
  flags?: ReactNode
  attachments?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

export const MessageCard = ({ kind, author, meta, time, flags, attachments, footer, children }: Props) => (
  <article
    aria-label={`${kind === 'note' ? 'Note' : 'Message'} by ${author.name}`}
    className="grid gap-x-3 md:grid-cols-[28px_minmax(0,1fr)]"
  >
    <Avatar name={author.name} src={author.avatarUrl} size={28} hideName className="mt-1 max-md:hidden" />
    <div className={classNames('min-w-0 rounded-md border', papers[kind])}>
      <header className="flex flex-wrap items-center gap-x-2 px-3.5 pt-2">
        <span className="font-semibold">{author.name}</span>
        {kind === 'note' && <NoteLabel />}
        {meta && <span className="text-meta text-ink-3">{meta}</span>}
        {flags}
        <span className="ml-auto text-meta text-ink-3 tabular-nums">{time}</span>
      </header>
      <div className="written px-3.5 pt-1 pb-3 text-body">{children}</div>
      {attachments && <div className="px-3.5 pb-3">{attachments}</div>}
      {footer && <div className="border-t border-line px-3.5 py-2 text-meta text-ink-3">{footer}</div>}
    </div>
  </article>
)

const papers = {
  customer: 'border-line bg-surface',
  agent: 'border-line bg-sunken',
  note: 'border-note-line bg-note',
  outside: 'border-note-line bg-surface',
}

const NoteLabel = () => (
  <span className="inline-flex items-center gap-1 text-meta font-medium text-note-ink">
    <Icon of={Lock} size={12} />
    Internal note
  </span>
)

export const EventFold = ({
  summary,
  time,
  children,
}: {
  summary: ReactNode
  time?: ReactNode
  children: ReactNode
}) => (
  <details className="group text-meta text-ink-3 md:pl-10">
    <summary className="flex min-h-6 list-none items-center gap-2 rounded-xs hover:text-ink">
      <Icon of={ChevronRight} size={12} className="transition-transform duration-(--st-t-menu) group-open:rotate-90" />
      <span className="min-w-0 truncate">{summary}</span>
      {time && <span className="ml-auto pr-3.5 whitespace-nowrap tabular-nums max-md:hidden">{time}</span>}
    </summary>
    <div className="mt-1 grid gap-1 pl-5">{children}</div>
  </details>
)

type PortalProps = { author: Author; meta?: ReactNode; time: ReactNode; attachments?: ReactNode; children: ReactNode }

export const PortalMessage = ({ author, meta, time, attachments, children }: PortalProps) => (
  <article
    aria-label={`Message by ${author.name}`}
    className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3.5 border-t border-line py-4"
  >
    <Avatar name={author.name} src={author.avatarUrl} size={32} hideName />
    <div className="min-w-0">
      <header className="mb-0.5 flex items-baseline gap-2">
        <span className="text-lead font-semibold">{author.name}</span>
        {meta && <span className="text-meta text-ink-3">{meta}</span>}
        <span className="ml-auto text-meta text-ink-3 tabular-nums">{time}</span>
      </header>
      <div className="written text-lead">{children}</div>
      {attachments && <div className="mt-2.5">{attachments}</div>}
    </div>
  </article>
)
