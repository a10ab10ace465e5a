import type { WaitingFeedback } from '#contract/knowledge-base/feedback.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { overviewHref } from '#web/service/knowledge-base/article/addresses.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { EmptyFeedback } from './empty-feedback.tsx'
import { type FeedbackQuery, feedbackHref, shownNames, shownOnes } from './feedback-query.ts'
import { FeedbackRow } from './feedback-row.tsx'
import { useAnswering } from './use-answering.ts'
import { useClosing } from './use-closing.ts'

type Props = {
  query: FeedbackQuery
  viewer: Viewer
  report: { openFeedback: number; hasLanguages: boolean }
  feedback: { items: WaitingFeedback[]; next: string | null }
}

/** Feedback on all articles. Each item can be handled by key. */
export function FeedbackPage({ query, viewer, report, feedback: { items, next } }: Props) {
  const canWrite = viewer.service?.state !== 'ended'
  const cursor = useRowCursor(items.map(({ id }) => id))
  const closing = useClosing()
  const answering = useAnswering(canWrite)
  const current = items.find(({ id }) => id === cursor.cursorId)
  const hrefOf = (at: string | null) => feedbackHref({ ...query, cursor: at })
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
        {(query.cursor || next) && (
          <CursorPager hrefOf={hrefOf} next={next} cursor={query.cursor} rows={items.length} total={null} />
        )}
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
