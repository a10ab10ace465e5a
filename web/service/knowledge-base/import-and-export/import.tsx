import { useLayoutEffect, useRef } from 'react'
import {
  type cancelImport,
  type executeImport,
  listImportItems,
  listImportRemarks,
  showImport,
} from '#contract/bulk/imports.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { articleHref, categoryHref, movesPath } from '#web/service/knowledge-base/article/addresses.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/import.ts'
import { importHref, type ReportQuery, readReportQuery, reportViewNames, reportViews } from './addresses.ts'
import {
  actionNames,
  countWords,
  type ImportRow,
  importWords,
  isAtWork,
  kindName,
  progressOf,
  type ReportLine,
  remarkWords,
} from './describe-moves.ts'
import { ImportRemarks } from './import-remarks.tsx'
import { useFollowing } from './use-following.ts'

const shown = 50

export const meta: Route.MetaFunction = () => [{ title: 'Import of articles · Startup Tools' }]

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readReportQuery(new URL(request.url).searchParams)
  const [viewer, row, remarks, { items: languages }, report] = await Promise.all([
    requireService(context),
    call(showImport, { params: { id } }),
    call(listImportRemarks, { params: { id } }),
    call(showLanguages, { query: {} }),
    call(listImportItems, {
      params: { id },
      query: {
        limit: shown,
        cursor: query.cursor ?? undefined,
        remark: query.remark ?? undefined,
        which: query.view === 'all' ? undefined : query.view,
      },
    }),
  ])
  return { canWrite: viewer.service?.state !== 'ended', query, row, remarks, languages, report }
}

export default function Import({ loaderData }: Route.ComponentProps) {
  return <ImportPage key={loaderData.row.id} {...loaderData} />
}

function ImportPage({ canWrite, query, row, remarks, languages, report }: Route.ComponentProps['loaderData']) {
  useFollowing(isAtWork(row))
  const disabledReason = canWrite ? undefined : 'The Service trial has ended'
  const hrefOf = (cursor: string | null) => importHref(row.id, { ...query, cursor })
  return (
    <>
      <PageBar title={row.fileName} back={{ href: movesPath, label: 'Back to imports and exports' }} />
      <ScrollArea>
        <Standing row={row} disabledReason={disabledReason} />
        {row.state !== 'reading' && row.state !== 'failed' && (
          <ImportRemarks
            row={row}
            remarks={remarks}
            languages={languages}
            query={query}
            disabledReason={disabledReason}
          />
        )}
        <ToolBar>
          <LinkSegments
            label="Texts shown"
            items={reportViewNames.map((view) => ({
              href: importHref(row.id, { view }),
              label: reportViews[view],
              current: view === query.view && query.remark === null,
              count: countOf(row, view),
            }))}
          />
        </ToolBar>
        {report.items.length === 0 ? (
          <p className="px-4 py-4 text-ink-3 md:px-5">
            {row.state === 'reading' ? 'The report appears here after the file is checked.' : 'No items of this kind.'}
          </p>
        ) : (
          <ol aria-label="Report">
            {report.items.map((line) => (
              <Line key={line.position} line={line} />
            ))}
          </ol>
        )}
        <div className="flex justify-end px-4 py-3 empty:hidden md:px-5">
          <UncountedPager list={report} cursor={query.cursor} hrefOf={hrefOf} />
        </div>
      </ScrollArea>
    </>
  )
}

const countOf = ({ counts, failed }: ImportRow, view: ReportQuery['view']) => {
  if (view === 'all') return counts.create + counts.change + counts.skip
  if (view === 'left-out') return counts.skip - counts.unchanged
  return view === 'failed' ? failed : counts[view]
}

function Standing({ row, disabledReason }: { row: ImportRow; disabledReason: string | undefined }) {
  const params = { id: row.id }
  const executing = useWrite(() => ask<typeof executeImport>('PUT', '/api/v1/imports/:id/execution', { params }), {
    tellsProblem: true,
  })
  const cancelling = useWrite(() => ask<typeof cancelImport>('PUT', '/api/v1/imports/:id/cancellation', { params }), {
    tellsProblem: true,
  })
  const acts = useRef<HTMLParagraphElement>(null)
  // Identifies the step. The text contains the counts, because after a quick second check the state is `ready` again
  // and only the counts differ.
  const step = row.state === 'running' ? row.state : importWords(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the step changes
  useLayoutEffect(() => {
    const { activeElement, body } = document
    // Focuses the first button of the next step. If the focus stayed on Cancel, Enter would cancel the import.
    const isHere = activeElement === body || acts.current?.contains(activeElement)
    if (isHere) acts.current?.querySelector<HTMLElement>('button, a')?.focus()
  }, [step])
  const left = row.total - row.done
  const isResumable = row.isExecutable && row.state !== 'ready'
  return (
    <section aria-label="Status" className="grid gap-2 border-b border-line px-4 py-4 md:px-5">
      {row.state === 'failed' && <Banner tone="danger">{row.reason ?? 'The import failed.'}</Banner>}
      {row.state !== 'failed' && (
        <p role="status" className="font-medium wrap-anywhere">
          {importWords(row)}
        </p>
      )}
      <p className="text-meta text-ink-3">
        {kindName(row.kind)} · {row.askedBy.name} · <Time at={row.createdAt} />
        {row.state !== 'ready' && countWords(row.counts) && <> · {countWords(row.counts)}</>}
      </p>
      {row.state === 'running' && <ProgressBar label={`Importing ${row.fileName}`} {...progressOf(row)} />}
      <p ref={acts} className="flex flex-wrap gap-2 empty:hidden">
        {row.isExecutable && row.state === 'ready' && row.total > 0 && (
          <Button
            variant="primary"
            onClick={() => executing.write()}
            busy={executing.isPending}
            disabledReason={disabledReason}
          >
            Import {plural(row.total, 'text')}
          </Button>
        )}
        {isResumable && (
          <Button
            variant="primary"
            onClick={() => executing.write()}
            busy={executing.isPending}
            disabledReason={disabledReason}
          >
            Continue with {plural(left, 'text')}
          </Button>
        )}
        {(isAtWork(row) || row.state === 'ready') && (
          <Button onClick={() => cancelling.write()} busy={cancelling.isPending}>
            Cancel
          </Button>
        )}
        {!isAtWork(row) && row.state !== 'ready' && !isResumable && (
          <Button href={movesPath}>Import another file</Button>
        )}
      </p>
    </section>
  )
}

const isCategory = (source: string) => /^(?:categor(?:y|ies)|sections|collections?|folders)\/[^./]+$/.test(source)

const Line = ({ line: { source, title, action, state, remarks, reason, subject } }: { line: ReportLine }) => (
  <li className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 border-b border-line px-4 py-2.5 md:px-5">
    <span className="text-meta leading-5 font-medium text-ink-2">
      {state === 'failed' ? 'Failed' : remarks[0]?.code === 'unchanged' ? 'Unchanged' : actionNames[action]}
    </span>
    <div className="min-w-0">
      <p className="truncate">
        {subject ? (
          <TextLink href={isCategory(source) ? categoryHref(subject) : articleHref(subject)}>
            {title || source}
          </TextLink>
        ) : (
          title || source
        )}
      </p>
      <p className="text-meta wrap-anywhere text-ink-3">{source}</p>
      {reason && <p className="text-meta wrap-anywhere text-red-ink">{reason}</p>}
      {remarks.map((remark) => (
        <p key={`${remark.code} ${remark.line} ${remark.about}`} className="text-meta wrap-anywhere text-ink-2">
          {remarkWords(remark)}
        </p>
      ))}
    </div>
  </li>
)
