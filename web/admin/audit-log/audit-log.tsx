import { Download, ScrollText } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { keysOf } from '#contract/keys-of.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { isUuid } from '#contract/uuid.ts'
import { listAudit } from '#contract/workspace/audit.ts'
import { type AuditAction, auditActions, auditDays } from '#contract/workspace/audit-actions.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { Time } from '#web/lib/time/time.tsx'
import { markedName } from '#web/lib/words/full-name.ts'
import { Button, buttonLook } from '#web/ui/button/button.tsx'
import { InlineValue } from '#web/ui/choice/inline-value.tsx'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { Icon } from '#web/ui/mark/icon.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/audit-log.ts'
import { type AuditEntry, actionNames, detailWords } from './audit-words.ts'

const pageSize = 50

export const meta = () => [{ title: 'Audit log · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const view = readAuditView(new URL(request.url).searchParams)
  const filter = filterOf(view, Date.now())
  const [log, team] = await Promise.all([
    call(listAudit, { query: { ...filter, limit: pageSize, ...(view.cursor && { cursor: view.cursor }) } }),
    call(listMembers, { query: {} }),
  ])
  return { view, filter, log, members: team.items.map((member) => ({ id: member.id, name: markedName(member) })) }
}

export default function AuditLog({ loaderData: { view, filter, log, members } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { cursor } = view
  const hrefOf = (changed: Partial<AuditView>) => auditHref({ ...view, cursor: null, ...changed })
  const choose = (changed: Partial<AuditView>) => void navigate(hrefOf(changed), { preventScrollReset: true })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageBar
        title="Audit log"
        actions={
          // A plain link, because the router of the page cannot handle a download.
          <a href={`${exportPath}?${new URLSearchParams(filter)}`} download className={buttonLook({})}>
            <Icon of={Download} size={14} />
            Export CSV
          </a>
        }
      />
      <ToolBar>
        <InlineValue
          label="Who"
          options={[anybody, ...personOptions(members, view.actor, log.items)]}
          value={view.actor ?? ''}
          onChange={(actor) => choose({ actor: actor || null })}
        />
        <InlineValue
          label="What"
          options={[{ value: '', label: 'All actions' }, ...actionOptions]}
          value={view.action ?? ''}
          onChange={(action) => choose({ action: action || null })}
        />
        <InlineValue
          label="When"
          options={periodOptions}
          value={view.period}
          onChange={(period) => choose({ period })}
        />
        {view.network && <FilterChip label="From " value={view.network} on removeHref={hrefOf({ network: null })} />}
        {view.key && <FilterChip label="By " value="one key" on removeHref={hrefOf({ key: null })} />}
        <span className="ml-auto shrink-0">
          <UncountedPager list={log} cursor={cursor} hrefOf={(at) => hrefOf({ cursor: at })} />
        </span>
      </ToolBar>
      <ScrollArea>
        {log.items.length > 0 ? (
          <AuditTable entries={log.items} view={view} />
        ) : (
          <EmptyState
            icon={ScrollText}
            title={isFiltered ? 'No matching entries' : 'No entries yet'}
            actions={isFiltered && <Button href={auditPath}>Clear filters</Button>}
          >
            Sign-ins, changes of members, settings and API keys are kept for {auditDays} days.
          </EmptyState>
        )}
      </ScrollArea>
    </>
  )
}

const anybody = { value: '', label: 'Everyone' }

// Lists the members as options. If the selected person is no member, for example a customer, adds the person with the
// name from the log.
function personOptions(members: { id: string; name: string }[], actor: string | null, items: { actor: Actor }[]) {
  const options = members.map(({ id, name }) => ({ value: id, label: name }))
  if (!actor || members.some(({ id }) => id === actor)) return options
  const person = items.find((item) => item.actor.id === actor)?.actor
  return [{ value: actor, label: person?.name ?? (shownAddress(person?.email ?? '') || 'Selected person') }, ...options]
}
type Actor = { id: string | null; name: string | null; email: string | null }

const actionOptions = auditActions.map((action) => ({ value: action, label: actionNames[action] }))

const periodOptions: { value: Period; label: string }[] = [
  { value: 'all', label: 'All time' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'quarter', label: 'Last 90 days' },
]

const AuditTable = ({ entries, view }: { entries: AuditEntry[]; view: AuditView }) => (
  <Table label="Audit log">
    <TableHead>
      <HeaderCell className="w-28 max-md:w-22">When</HeaderCell>
      <HeaderCell className="w-1/4 max-md:w-1/3">Who</HeaderCell>
      <HeaderCell>What</HeaderCell>
      <HeaderCell className="w-50 max-lg:hidden">From</HeaderCell>
    </TableHead>
    <TableBody>
      {entries.map((entry) => (
        <Line key={entry.id} entry={entry} hrefOf={(changed) => auditHref({ ...view, cursor: null, ...changed })} />
      ))}
    </TableBody>
  </Table>
)

function Line({ entry, hrefOf }: { entry: AuditEntry; hrefOf: (changed: Partial<AuditView>) => string }) {
  const { at, action, actor, key, network, detail } = entry
  const detailed = detailWords(entry)
  const device = typeof detail.device === 'string' ? detail.device : null
  return (
    <TableRow tall>
      <Cell className="text-ink-3">
        <Time at={at} />
      </Cell>
      <Cell className="leading-4">
        <span className="block truncate">
          {actor.id ? (
            <Link to={hrefOf({ actor: actor.id })} className="rounded-xs hover:underline font-[550]">
              {personWords(entry)}
            </Link>
          ) : (
            <span className="text-ink-3">Startup Tools</span>
          )}
        </span>
        <span className="mt-0.5 block truncate text-meta text-ink-3">
          {key ? (
            <Link to={hrefOf({ key: key.id })} className="rounded-xs hover:underline">
              {key.name ? `by the key ${key.name}` : 'by a deleted key'}
            </Link>
          ) : (
            [actor.type === 'customer' && 'Customer', shownAddress(actor.email ?? '')].filter(Boolean).join(', ')
          )}
        </span>
      </Cell>
      <Cell className="leading-4">
        <span className="block truncate">{actionNames[action]}</span>
        {detailed && (
          <span className="mt-0.5 block truncate text-meta text-ink-3" title={detailed}>
            {detailed}
          </span>
        )}
        {(network || device) && (
          <span className="mt-0.5 block truncate text-meta text-ink-3 lg:hidden">
            {[network, device].filter(Boolean).join(', ')}
          </span>
        )}
      </Cell>
      <Cell className="leading-4 max-lg:hidden">
        {network && (
          <Link to={hrefOf({ network })} className="rounded-xs hover:underline block truncate tabular-nums">
            {network}
          </Link>
        )}
        {device && <span className="mt-0.5 block truncate text-meta text-ink-3">{device}</span>}
      </Cell>
    </TableRow>
  )
}

const personWords = ({ actor: { name, email } }: AuditEntry) => name ?? (shownAddress(email ?? '') || 'Deleted member')

const auditPath = '/admin/audit-log'
const exportPath = '/api/v1/audit/export'

const periods = { all: null, day: 1, week: 7, month: 30, quarter: 90 } as const
type Period = keyof typeof periods

type AuditView = {
  action: AuditAction | null
  actor: string | null
  key: string | null
  network: string | null
  period: Period
  cursor: string | null
}

function readAuditView(params: URLSearchParams): AuditView {
  const id = (name: string) => {
    const value = params.get(name)?.toLowerCase()
    return isUuid(value) ? value : null
  }
  return {
    action: auditActions.find((action) => action === params.get('action')) ?? null,
    actor: id('actor'),
    key: id('key'),
    network: params.get('network')?.slice(0, 64) || null,
    period: keysOf(periods).find((period) => period === params.get('period')) ?? 'all',
    cursor: params.get('cursor'),
  }
}

const auditHref = ({ period, ...view }: AuditView): string =>
  withQuery(auditPath, { ...view, period: period !== 'all' && period })

function filterOf({ action, actor, key, network, period }: AuditView, now: number) {
  const days = periods[period]
  return {
    ...(action && { action }),
    ...(actor && { actor }),
    ...(key && { key }),
    ...(network && { network }),
    ...(days && { from: new Date(now - days * 24 * 3600_000).toISOString() }),
  }
}
