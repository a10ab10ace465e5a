import { CircleCheck, SearchX } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Gap, listGaps, mostGaps } from '#contract/help/knowledge-gaps.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { gapsPath, overviewHref, reportsPath } from '#web/service/knowledge-base/article/addresses.ts'
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
import type { Route } from './+types/gaps.ts'
import { GapRow } from './gap-row.tsx'
import { JoinDialog } from './join-dialog.tsx'
import { touches } from './live-parts.ts'
import { useDeciding } from './use-deciding.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Gaps of the knowledge base · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const state = readState(new URL(request.url).searchParams)
  return readParts(request, {
    state: () => state,
    viewer: () => requireService(context),
    hasLanguages: async () => (await call(showLanguages, {})).items.length > 1,
    gaps: () => call(listGaps, { query: { state, limit: `${mostGaps}` } }),
  })
}

export default function Gaps({ loaderData }: Route.ComponentProps) {
  const {
    state,
    viewer,
    hasLanguages,
    gaps: { items, total },
  } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
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

function EmptyGaps({ state, hasFocus }: { state: GapState; hasFocus: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (hasFocus) place.current?.querySelector('a')?.focus()
  }, [hasFocus])
  const { title, text } = words[state]
  return (
    <div ref={place} className="grid h-full place-content-center">
      <EmptyState
        icon={state === 'open' ? CircleCheck : SearchX}
        tone={state === 'open' ? 'done' : 'neutral'}
        title={title}
        actions={
          state === 'open' ? (
            <Button href={reportsPath}>See the reports</Button>
          ) : (
            <Button href={gapsHref('open')}>Show what is open</Button>
          )
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}

const words: Record<GapState, { title: string; text: string }> = {
  open: {
    title: 'No gaps',
    text: 'Searches without results, articles that do not help, and replies that the team writes often are shown here for 30 days.',
  },
  decided: {
    title: 'No decisions yet',
    text: 'Gaps that you closed are shown here, with how often they were missed before and after.',
  },
  dismissed: { title: 'Nothing dismissed', text: 'Dismissed gaps are shown here. You can reopen them.' },
}

const stateNames = { open: 'Open', decided: 'Decided', dismissed: 'Not worth it' }
type GapState = keyof typeof stateNames
const states = Object.keys(stateNames) as GapState[]

const readState = (search: URLSearchParams): GapState => states.find((state) => state === search.get('show')) ?? 'open'

const gapsHref = (state: GapState) => (state === 'open' ? gapsPath : `${gapsPath}?show=${state}`)
