import { Layers, List, Plus } from 'lucide-react'
import { showContentReport } from '#contract/content/entries.ts'
import { listContentModels } from '#contract/content/models.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { EntryStatus } from '#web/cms/entries/entry-marks.tsx'
import { createHref, type Entry, hrefOf, listPath, titleOf } from '#web/cms/entries/entry-words.ts'
import { entriesHref, stageNames } from '#web/cms/entry-list/entries-query.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { Pane, Panes } from '#web/ui/page/panes.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Stat, StatRow } from '#web/ui/page/stat.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/dashboard.ts'

export const meta = () => [{ title: 'Headless CMS · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [report, models, viewer] = await Promise.all([
    call(showContentReport, {}),
    call(listContentModels, { query: {} }),
    call(showViewer, {}),
  ])
  const listed = models.items.filter(({ kind }) => kind !== 'component')
  return {
    report,
    models: listed.map(({ key, name, entryCount }) => ({ key, name, entryCount })),
    isAdmin: viewer.isAdmin,
  }
}

export default function Dashboard({ loaderData: { report, models, isAdmin } }: Route.ComponentProps) {
  useLiveReload(({ type }) => type.startsWith('entry.') || type === 'content-model.changed')
  return (
    <>
      <PageBar
        title="Headless CMS"
        actions={
          models.length > 0 && (
            <>
              <Button icon={List} href={listPath}>
                <span className="max-md:sr-only">Content</span>
              </Button>
              <Button variant="primary" icon={Plus} href={createHref()}>
                <span className="max-md:sr-only">New entry</span>
              </Button>
            </>
          )
        }
      />
      <ScrollArea className="flex flex-col">
        {report.entries === 0 ? (
          <Nothing hasModels={models.length > 0} isAdmin={isAdmin} />
        ) : (
          <>
            <Totals report={report} />
            <Panes layout="1-1">
              <Lines title="My drafts" entries={report.mine} empty="You have no drafts." />
              <Lines title="In review" entries={report.inReview} empty="Nothing is in review." />
            </Panes>
            <Panes layout="1-1">
              <Lines title="Scheduled" entries={report.scheduled} empty="Nothing scheduled." />
              <Lines title="Recently published" entries={report.published} empty="Nothing published yet." />
            </Panes>
            <Panes layout="1-1">
              <Lines title="Due for review" entries={report.stale} empty="Nothing is due for review." />
              <Pane title="Models" flush>
                <ul>
                  {models.map(({ key, name, entryCount }) => (
                    <li key={key} className="flex items-center border-b border-line px-4 py-2 last:border-b-0 md:px-5">
                      <TextLink href={entriesHref({ model: key })}>{name}</TextLink>
                      <span className="ml-auto text-ink-3 tabular-nums">{formatCount(entryCount)}</span>
                    </li>
                  ))}
                </ul>
              </Pane>
            </Panes>
          </>
        )}
      </ScrollArea>
    </>
  )
}

const Totals = ({ report: { entries, byStatus } }: Pick<Route.ComponentProps['loaderData'], 'report'>) => (
  <StatRow>
    <Stat label="Entries" value={formatCount(entries)} href={listPath} />
    {(['draft', 'in_review', 'scheduled', 'changed', 'published'] as const).map((stage) => (
      <Stat
        key={stage}
        label={stageNames[stage]}
        value={formatCount(byStatus[stage] ?? 0)}
        href={entriesHref({ stage })}
      />
    ))}
  </StatRow>
)

const Lines = ({ title, entries, empty }: { title: string; entries: Entry[]; empty: string }) => (
  <Pane title={title} flush>
    {entries.length === 0 ? (
      <p className="px-4 py-3 text-ink-3 md:px-5">{empty}</p>
    ) : (
      <ul>
        {entries.map((entry) => (
          <li key={entry.id} className="flex items-center gap-3 border-b border-line px-4 py-2 last:border-b-0 md:px-5">
            <span className="min-w-0 flex-1 truncate">
              <TextLink href={hrefOf(entry.id, entry.language)}>{titleOf(entry)}</TextLink>
              <span className="ml-2 text-meta text-ink-3">{entry.model.name}</span>
            </span>
            <span className="shrink-0">
              <EntryStatus entry={entry} />
            </span>
            <span className="w-16 shrink-0 text-right text-meta text-ink-3 tabular-nums">
              <Time at={entry.updatedAt} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </Pane>
)

const Nothing = ({ hasModels, isAdmin }: { hasModels: boolean; isAdmin: boolean }) => (
  <div className="grid h-full place-content-center">
    <EmptyState
      icon={Layers}
      title="No content yet"
      actions={
        hasModels ? (
          <Button variant="primary" href={createHref()}>
            Create an entry
          </Button>
        ) : (
          isAdmin && (
            <Button variant="primary" href="/cms/settings">
              Create a model
            </Button>
          )
        )
      }
    >
      Your sites and apps get the entries that you publish here.
    </EmptyState>
  </div>
)
