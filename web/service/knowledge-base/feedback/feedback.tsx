import { Check, CircleCheck, MessageSquareText, Reply, ThumbsDown, ThumbsUp, Undo2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { keysOf } from '#contract/keys-of.ts'
import { showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listAllFeedback, type WaitingFeedback } from '#contract/knowledge-base/feedback.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { Time } from '#web/lib/time/time.tsx'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref, feedbackPath, overviewHref } from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/feedback.ts'
import { touches } from './live-parts.ts'
import { type Answering, useAnswering } from './use-answering.ts'
import { type Closing, canClose, useClosing } from './use-closing.ts'

const pageSize = 25

export const meta: Route.MetaFunction = () => [{ title: 'Feedback on articles · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readFeedbackQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    viewer: () => requireService(context),
    async report() {
      const { openFeedback, languages } = await call(showKnowledgeBaseReport, { query: {} })
      return { openFeedback, hasLanguages: languages.length > 1 }
    },
    feedback: () =>
      call(listAllFeedback, { query: { limit: pageSize, cursor: query.cursor ?? undefined, ...asked[query.shown] } }),
  })
}

const asked = {
  all: {},
  open: { isOpen: 'true' },
  comments: { withComment: 'true' },
  unhelpful: { helpful: 'false' },
} as const

export default function Feedback({ loaderData }: Route.ComponentProps) {
  const { query, viewer, report, feedback } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const { items } = feedback
  const canWrite = viewer.service?.state !== 'ended'
  const cursor = useRowCursor(items.map(({ id }) => id))
  const closing = useClosing()
  const answering = useAnswering(canWrite)
  const current = items.find(({ id }) => id === cursor.cursorId)
  useShortcuts(
    {
      j: { label: 'Next feedback', run: () => cursor.move(1) },
      k: { label: 'Previous feedback', run: () => cursor.move(-1) },
      r: { label: 'Answer in a ticket, or open the ticket', run: () => current && answering.answer(current) },
    },
    { group },
  )
  useShortcuts(
    { e: { label: 'Mark as done, or reopen', run: () => current && closing.toggle(current) } },
    { group, enabled: canWrite },
  )

  return (
    <>
      <PageBar title="Feedback" back={{ href: overviewHref, label: 'Back to the knowledge base' }} />
      <ToolBar>
        <LinkSegments
          label="Feedback shown"
          items={shownOnes.map((shown) => ({
            href: feedbackHref({ shown }),
            label: shownNames[shown],
            current: shown === query.shown,
            ...(shown === 'open' && { count: report.openFeedback }),
          }))}
        />
      </ToolBar>
      <ScrollArea>
        <div ref={cursor.table} className="h-full">
          {items.length === 0 ? (
            <EmptyFeedback shown={query.shown} hasFocus={closing.hasClosed} />
          ) : (
            <ol aria-label="Feedback">
              {items.map((said) => (
                <FeedbackRow
                  key={said.id}
                  said={said}
                  isCurrent={said.id === cursor.cursorId}
                  hasLanguages={report.hasLanguages}
                  canWrite={canWrite}
                  closing={closing}
                  answering={answering}
                  onCursor={() => cursor.setCursorId(said.id)}
                />
              ))}
            </ol>
          )}
        </div>
      </ScrollArea>
      <KeyStrip keys={stripKeys} hasRow={cursor.cursorId !== undefined}>
        <UncountedPager list={feedback} cursor={query.cursor} hrefOf={(at) => feedbackHref({ ...query, cursor: at })} />
      </KeyStrip>
    </>
  )
}

const group = 'Feedback'
const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['enter'], label: 'Edit the article', ofRow: true },
  { keys: ['R'], label: 'Answer', ofRow: true },
  { keys: ['E'], label: 'Done', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

function EmptyFeedback({ shown, hasFocus }: { shown: FeedbackState; hasFocus: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) place.current?.querySelector('a')?.focus()
  }, [hasFocus])
  const { title, text } = words[shown]
  return (
    <div ref={place} className="grid h-full place-content-center">
      <EmptyState
        icon={shown === 'open' ? CircleCheck : MessageSquareText}
        tone={shown === 'open' ? 'done' : 'neutral'}
        title={title}
        actions={shown !== 'all' && <Button href={feedbackHref({})}>Show all feedback</Button>}
      >
        {text}
      </EmptyState>
    </div>
  )
}

const words: Record<FeedbackState, { title: string; text: string }> = {
  all: { title: 'No feedback yet', text: 'Readers rate each article and can leave a comment. Feedback is shown here.' },
  open: { title: 'No open feedback', text: 'Comments and negative ratings are shown until they are marked as done.' },
  comments: { title: 'No comments', text: 'Comments of readers are shown here.' },
  unhelpful: { title: 'No negative ratings', text: 'Ratings that say "did not help" are shown here.' },
}

const shownNames = { all: 'All', open: 'Open', comments: 'With comment', unhelpful: 'Not helpful' }
type FeedbackState = keyof typeof shownNames
const shownOnes = keysOf(shownNames)

type FeedbackQuery = { shown: FeedbackState; cursor: string | null }

const readFeedbackQuery = (search: URLSearchParams): FeedbackQuery => ({
  shown: shownOnes.find((shown) => shown === search.get('show')) ?? 'all',
  cursor: search.get('cursor'),
})

const feedbackHref = ({ shown = 'all', cursor }: Partial<FeedbackQuery>): string =>
  withQuery(feedbackPath, { show: shown !== 'all' && shown, cursor })

type Props = {
  said: WaitingFeedback
  isCurrent: boolean
  hasLanguages: boolean
  canWrite: boolean
  closing: Closing
  answering: Answering
  onCursor: () => void
}

const FeedbackRow = ({ said, isCurrent, hasLanguages, onCursor, ...acting }: Props) => (
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
      {!version.isLive && ', changed since then'}
    </>
  )
}

function Speaker({ by, email }: Pick<WaitingFeedback, 'by' | 'email'>) {
  if (by.kind === 'team') return `${by.name} of the team`
  if (by.kind === 'customer') return `${by.name}, signed in`
  return email ? `${shownAddress(email)} (unverified)` : 'A visitor'
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
          Answer in a ticket
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
          {isOpen ? 'Done' : 'Reopen'}
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
          {isWhole ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}
