import { Check, CircleCheck, FilePlus2, Pencil, Replace, SearchX, Undo2, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Gap, listGaps, mostGaps } from '#contract/help/knowledge-gaps.ts'
import { keysOf } from '#contract/keys-of.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { articleHref, gapsPath, overviewHref, reportsPath } from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/gaps.ts'
import { dropWords, kindNames, signWords, titleHref } from './describe-gap.ts'
import { JoinDialog } from './join-dialog.tsx'
import { touches } from './live-parts.ts'
import { type GapDecisions, useDeciding } from './use-deciding.ts'

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
      b: { label: 'Add a synonym', run: () => current && deciding.join(current) },
      m: { label: 'Mark as fixed', run: () => current && deciding.mend(current) },
      e: { label: 'No article needed, or reopen', run: () => current && deciding.toggle(current) },
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
  { keys: ['B'], label: 'Add synonym', ofRow: true },
  { keys: ['E'], label: 'No article needed', ofRow: true },
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
            <Button href={gapsHref('open')}>Show open gaps</Button>
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
    title: 'No closed gaps yet',
    text: 'Gaps that you closed with an article are shown here, with their numbers before and after.',
  },
  dismissed: { title: 'Nothing dismissed', text: 'Gaps that need no article are shown here. You can reopen them.' },
}

const stateNames = { open: 'Open', decided: 'Closed', dismissed: 'No article needed' }
type GapState = keyof typeof stateNames
const states = keysOf(stateNames)

const readState = (search: URLSearchParams): GapState => states.find((state) => state === search.get('show')) ?? 'open'

const gapsHref = (state: GapState) => (state === 'open' ? gapsPath : `${gapsPath}?show=${state}`)

type Props = {
  gap: Gap
  isCurrent: boolean
  hasLanguages: boolean
  canWrite: boolean
  deciding: GapDecisions
  onCursor: () => void
}

function GapRow({ gap, isCurrent, hasLanguages, onCursor, ...acting }: Props) {
  const href = titleHref(gap)
  return (
    <li
      data-row={gap.id}
      data-current={isCurrent || undefined}
      aria-current={isCurrent || undefined}
      onFocus={onCursor}
      className="said-row"
    >
      <span className="h-5 text-meta leading-5 font-medium text-ink-2">{kindNames[gap.kind]}</span>
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          {href ? (
            <TextLink href={href} className="max-w-full truncate">
              {gap.title || 'Untitled'}
            </TextLink>
          ) : (
            <span className="max-w-full truncate font-medium">{gap.title}</span>
          )}
          {hasLanguages && gap.kind === 'search' && (
            <span className="shrink-0 text-meta text-ink-3">{languageName(gap.language)}</span>
          )}
        </p>
        <p className="mt-1 text-body text-ink-2">
          {signWords(gap.signs).join(' · ') || 'Not seen in the last 30 days'}
          <span className="text-ink-3">
            {' '}
            · <Time at={gap.at} />
          </span>
        </p>
        <Examples gap={gap} />
        <Decision gap={gap} />
      </div>
      <Acts gap={gap} {...acting} />
    </li>
  )
}

function Examples({ gap: { kind, title, examples } }: Pick<Props, 'gap'>) {
  const words = examples.words.filter((one) => kind !== 'search' || one !== title)
  if (words.length + examples.tickets.length === 0) return null
  return (
    <p className="mt-1 flex flex-wrap gap-x-2 text-meta wrap-anywhere text-ink-3">
      {words.map((one) => (
        <span key={one} className="line-clamp-2">
          “{one}”
        </span>
      ))}
      {examples.tickets.map(({ id, number, subject }) => (
        <TextLink key={id} href={ticketHref(id)} className="max-w-60 truncate">
          {`#${number} ${subject}`}
        </TextLink>
      ))}
    </p>
  )
}

function Decision({ gap: { decision, article } }: Pick<Props, 'gap'>) {
  if (!decision) return null
  const { is, by, at } = decision
  return (
    <p className="mt-1 text-meta wrap-anywhere text-ink-3">
      {is === 'written' && (article ? <ArticleLink article={article} verb="Written as" /> : 'Written')}
      {is === 'joined' && (article ? <ArticleLink article={article} verb="Leads to" /> : 'Leads to an article')}
      {is === 'mended' && 'Fixed'}
      {is === 'dismissed' && 'No article needed'}, {by} · <Time at={at} />
      {is !== 'dismissed' && <span className="font-medium text-ink-2"> · {dropWords(decision, Date.now())}</span>}
    </p>
  )
}

const ArticleLink = ({ article: { id, title }, verb }: { article: NonNullable<Gap['article']>; verb: string }) => (
  <>
    {verb} <TextLink href={articleHref(id)}>{title || 'Untitled'}</TextLink>
  </>
)

function Acts({ gap, canWrite, deciding }: Pick<Props, 'gap' | 'canWrite' | 'deciding'>) {
  const disabledReason = canWrite ? undefined : 'The Service trial has ended'
  const busy = deciding.isUnderWay(gap.id)
  const is = gap.decision?.is
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:col-start-1 md:max-w-100 md:justify-end">
      {!is && gap.kind !== 'article' && (
        <Button icon={FilePlus2} onClick={() => deciding.write(gap)} busy={busy} disabledReason={disabledReason}>
          Write the article
        </Button>
      )}
      {!is && gap.kind === 'search' && (
        <Button icon={Replace} onClick={() => deciding.join(gap)} disabledReason={disabledReason}>
          Add synonym…
        </Button>
      )}
      {!is && gap.article && (
        <Button icon={Pencil} href={articleHref(gap.article.id, gap.language)}>
          Edit
        </Button>
      )}
      {!is && gap.kind === 'article' && (
        <Button icon={Check} onClick={() => deciding.mend(gap)} busy={busy} disabledReason={disabledReason}>
          Mark as fixed
        </Button>
      )}
      <Button
        variant="ghost"
        icon={is ? Undo2 : X}
        onClick={() => deciding.toggle(gap)}
        busy={busy}
        disabledReason={disabledReason}
      >
        {is ? 'Reopen' : 'No article needed'}
      </Button>
    </div>
  )
}
