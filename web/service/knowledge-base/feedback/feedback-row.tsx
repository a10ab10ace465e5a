import { Check, Reply, ThumbsDown, ThumbsUp, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { WaitingFeedback } from '#contract/knowledge-base/feedback.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { Time } from '#web/lib/time/time.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Answering } from './use-answering.ts'
import { type Closing, canClose } from './use-closing.ts'

type Props = {
  said: WaitingFeedback
  isCurrent: boolean
  hasLanguages: boolean
  canWrite: boolean
  closing: Closing
  answering: Answering
  onCursor: () => void
}

export const FeedbackRow = ({ said, isCurrent, hasLanguages, onCursor, ...acting }: Props) => (
  <li
    data-row={said.id}
    data-current={isCurrent || undefined}
    aria-current={isCurrent || undefined}
    onFocus={onCursor}
    className="said-row"
  >
    <Verdict helpful={said.helpful} />
    <div className="min-w-0">
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <TextLink href={articleHref(said.article.id, said.language)} className="truncate">
          {said.article.title || 'Untitled'}
        </TextLink>
        <span className="shrink-0 text-meta text-ink-3">
          {hasLanguages && languageName(said.language)}
          {hasLanguages && said.version && ' · '}
          <Version version={said.version} />
        </span>
      </p>
      <Comment text={said.comment} />
      <p className="mt-1 text-meta wrap-anywhere text-ink-3">
        <Speaker {...said} /> · <Time at={said.at} />
        {said.searched && <> · after a search for “{said.searched}”</>}
      </p>
    </div>
    <Acts said={said} {...acting} />
  </li>
)

const Verdict = ({ helpful }: { helpful: boolean }) => (
  <span className="flex h-5 items-center gap-1.5 text-meta font-medium text-ink-2">
    <Icon of={helpful ? ThumbsUp : ThumbsDown} size={14} />
    {helpful ? 'Helped' : 'Did not help'}
  </span>
)

function Version({ version }: Pick<WaitingFeedback, 'version'>) {
  if (!version) return null
  return (
    <>
      version of <Time at={version.publishedAt} style="day" />
      {!version.isLive && ', changed since'}
    </>
  )
}

function Speaker({ by, email }: Pick<WaitingFeedback, 'by' | 'email'>) {
  if (by.kind === 'team') return `${by.name} of the team`
  if (by.kind === 'customer') return `${by.name}, signed in`
  return email ? `${shownAddress(email)}, as they say` : 'A visitor'
}

function Acts({ said, canWrite, closing, answering }: Pick<Props, 'said' | 'canWrite' | 'closing' | 'answering'>) {
  const { id, isOpen, closed, ticket, isAnswerable } = said
  const disabledReason = canWrite ? undefined : 'The Service trial has ended'
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden max-md:col-start-1 md:max-w-100 md:justify-end">
      {closed && (
        <span className="text-meta text-ink-3">
          Done by {closed.by} · <Time at={closed.at} />
        </span>
      )}
      {ticket && <Button href={ticketHref(ticket.id)}>Ticket {ticket.number}</Button>}
      {!ticket && isAnswerable && (
        <Button
          icon={Reply}
          onClick={() => answering.answer(said)}
          busy={answering.isUnderWay(id)}
          disabledReason={disabledReason}
        >
          Answer as a ticket
        </Button>
      )}
      {canClose(said) && (
        <Button
          icon={isOpen ? Check : Undo2}
          variant={isOpen ? 'secondary' : 'ghost'}
          onClick={() => closing.toggle(said)}
          busy={closing.isUnderWay(id)}
          disabledReason={disabledReason}
        >
          {isOpen ? 'Done' : 'Open again'}
        </Button>
      )}
    </div>
  )
}

const most = { letters: 400, lines: 5 }

function Comment({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  if (text === '') return null
  const isLong = text.length > most.letters || text.split('\n').length > most.lines
  return (
    <>
      <p
        className={classNames(
          'mt-1 max-w-190 text-body wrap-anywhere whitespace-pre-wrap',
          isLong && !isWhole && 'line-clamp-5',
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="touch-area rounded-xs text-meta font-medium text-accent-ink hover:underline"
        >
          {isWhole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </>
  )
}
