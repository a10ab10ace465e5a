import { useState } from 'react'
import type { Gap } from '#contract/help/knowledge-gaps.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { overviewHref } from '#web/service/knowledge-base/article/addresses.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { EmptyGaps } from './empty-gaps.tsx'
import { GapRow } from './gap-row.tsx'
import { type GapState, gapsHref, stateNames, states } from './gaps-query.ts'
import { JoinDialog } from './join-dialog.tsx'
import { useDeciding } from './use-deciding.ts'

type Props = {
  state: GapState
  viewer: Viewer
  hasLanguages: boolean
  gaps: { items: Gap[]; total: number }
}

/** Knowledge gaps, most urgent first. Each can be handled by key. */
export function GapsPage({ state, viewer, hasLanguages, gaps: { items, total } }: Props) {
  const canWrite = viewer.service?.state !== 'ended'
  const cursor = useRowCursor(items.map(({ id }) => id))
  const [joining, setJoining] = useState<Gap>()
  const deciding = useDeciding({ onJoin: setJoining })
  const current = items.find(({ id }) => id === cursor.cursorId)
  useShortcuts(
    {
      j: { label: 'Next gap', run: () => cursor.move(1) },
      k: { label: 'Previous gap', run: () => cursor.move(-1) },
    },
    { group },
  )
  useShortcuts(
    {
      w: { label: 'Write the article, or edit it', run: () => current && deciding.write(current) },
      b: { label: 'Belongs to an article', run: () => current && deciding.join(current) },
      m: { label: 'Mended', run: () => current && deciding.mend(current) },
      e: { label: 'Not worth it, or open again', run: () => current && deciding.toggle(current) },
    },
    { group, enabled: canWrite },
  )

  return (
    <>
      <PageBar title="Gaps" back={{ href: overviewHref, label: 'Back to the knowledge base' }} />
      <ToolBar>
        <LinkSegments
          label="Gaps shown"
          items={states.map((one) => ({
            href: gapsHref(one),
            label: stateNames[one],
            current: one === state,
            ...(one === state && one === 'open' && { count: total }),
          }))}
        />
      </ToolBar>
      <ScrollArea>
        <div ref={cursor.table} className="h-full">
          {items.length === 0 ? (
            <EmptyGaps state={state} hasFocus={deciding.hasDecided} />
          ) : (
            <ol aria-label="Gaps">
              {items.map((gap) => (
                <GapRow
                  key={gap.id}
                  isCurrent={gap.id === cursor.cursorId}
                  gap={gap}
                  hasLanguages={hasLanguages}
                  canWrite={canWrite}
                  deciding={deciding}
                  onCursor={() => cursor.setCursorId(gap.id)}
                />
              ))}
            </ol>
          )}
        </div>
      </ScrollArea>
      <KeyStrip keys={stripKeys} hasRow={cursor.cursorId !== undefined}>
        {total > items.length && (
          <span className="text-meta text-ink-3">
            The first {plural(items.length, 'gap')} of {formatCount(total)}
          </span>
        )}
      </KeyStrip>
      {joining && (
        <JoinDialog
          gap={joining}
          onJoined={() => {
            deciding.noteDecided()
            setJoining(undefined)
          }}
          onClose={() => setJoining(undefined)}
        />
      )}
    </>
  )
}

const group = 'Gaps'
const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['W'], label: 'Write', ofRow: true },
  { keys: ['B'], label: 'Belongs to', ofRow: true },
  { keys: ['E'], label: 'Not worth it', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]
