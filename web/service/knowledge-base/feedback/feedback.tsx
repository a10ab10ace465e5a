import { CircleCheck, MessageSquareText } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { showKnowledgeBaseReport } from '#contract/knowledge-base/articles.ts'
import { listAllFeedback } from '#contract/knowledge-base/feedback.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { feedbackPath, overviewHref } from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/feedback.ts'
import { FeedbackRow } from './feedback-row.tsx'
import { touches } from './live-parts.ts'
import { useAnswering } from './use-answering.ts'
import { useClosing } from './use-closing.ts'

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
      r: { label: 'Answer in a ticket, or open its ticket', run: () => current && answering.answer(current) },
    },
    { group },
  )
  useShortcuts(
    { e: { label: 'Done, or open again', run: () => current && closing.toggle(current) } },
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
  all: {
    title: 'No feedback yet',
    text: 'Readers rate each article and can leave a comment. Feedback is shown here.',
  },
  open: {
    title: 'Nothing open',
    text: 'Comments and negative ratings are shown here until they are marked as done.',
  },
  comments: { title: 'No comments', text: 'Comments of readers are shown here.' },
  unhelpful: { title: 'No negative ratings', text: 'Ratings that say "did not help" are shown here.' },
}

const shownNames = { all: 'All', open: 'Open', comments: 'With comment', unhelpful: 'Not helpful' }
type FeedbackState = keyof typeof shownNames
const shownOnes = Object.keys(shownNames) as FeedbackState[]

type FeedbackQuery = { shown: FeedbackState; cursor: string | null }

const readFeedbackQuery = (search: URLSearchParams): FeedbackQuery => ({
  shown: shownOnes.find((shown) => shown === search.get('show')) ?? 'all',
  cursor: search.get('cursor'),
})

const feedbackHref = ({ shown = 'all', cursor }: Partial<FeedbackQuery>): string =>
  withQuery(feedbackPath, { show: shown !== 'all' && shown, cursor })
