import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { listCompanyFields } from '#contract/fields/custom-fields.ts'
import { listCompanies } from '#contract/workspace/companies.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { formatCount } from '#web/lib/words/format.ts'
import { companiesPath, companyHref } from '#web/service/customers/customer-href.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/companies.ts'
import { ListSegments } from './list-segments.tsx'

const pageSize = 50

export const meta: Route.MetaFunction = () => [{ title: 'Companies · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireService(context)
  const search = new URL(request.url).searchParams
  const query = { q: search.get('q')?.trim().slice(0, 256) ?? '', cursor: search.get('cursor') }
  const { call } = context.get(api)
  const [{ items, next }, { items: fields }] = await Promise.all([
    call(listCompanies, {
      query: { limit: pageSize, ...(query.q && { q: query.q }), cursor: query.cursor ?? undefined },
    }),
    call(listCompanyFields, { query: {} }),
  ])
  return { viewer, query, fields, companies: { items: items.map(companyRow), next } }
}

const companyRow = ({ id, name, domains, tags, peopleCount, sharesTickets }: Company) => ({
  ...{ id, name, domains, tags, peopleCount, sharesTickets },
})
type Company = z.output<typeof listCompanies.answer>['items'][number]
type Row = ReturnType<typeof companyRow>

const loadDialog = () => import('#web/service/customers/company/company-dialog.tsx')

export default function Companies({ loaderData: { viewer, query, fields, companies } }: Route.ComponentProps) {
  useLiveReload(({ type }) => type.startsWith('company'))
  const { items } = companies
  const canWrite = viewer.service?.state !== 'ended'
  const cursor = useRowCursor(items.map(({ id }) => id))
  const [isCreating, setCreating] = useState(false)
  const dialog = useLazyModule(loadDialog, isCreating)
  useShortcuts(
    {
      j: { label: 'Next company', run: () => cursor.move(1) },
      k: { label: 'Previous company', run: () => cursor.move(-1) },
    },
    { group: 'Companies' },
  )
  return (
    <>
      <PageBar
        title="Companies"
        actions={
          canWrite && (
            <Button icon={Plus} onClick={() => setCreating(true)}>
              <span className="max-md:sr-only">New company</span>
            </Button>
          )
        }
      />
      <ToolBar>
        <ListSegments current="companies" />
        <ListSearch
          label="Name or domain"
          q={query.q}
          hrefOf={(q) => withQuery(companiesPath, { q })}
          group="Companies"
          keyLabel="Search companies"
          className="w-80!"
        />
      </ToolBar>
      <ScrollArea>
        <div ref={cursor.table} className="h-full">
          {items.length > 0 ? (
            <CompanyTable companies={items} cursorId={cursor.cursorId} onCursor={cursor.setCursorId} />
          ) : (
            <NoCompanies q={query.q} />
          )}
        </div>
      </ScrollArea>
      <KeyStrip keys={stripKeys} hasRow={cursor.cursorId !== undefined}>
        <UncountedPager
          list={companies}
          cursor={query.cursor}
          hrefOf={(at) => withQuery(companiesPath, { q: query.q, cursor: at })}
        />
      </KeyStrip>
      {dialog && isCreating && (
        <dialog.CompanyDialog fields={fields} isAdmin={viewer.isAdmin} onClose={() => setCreating(false)} />
      )}
    </>
  )
}

const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['enter'], label: 'Open', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

type TableProps = { companies: Row[]; cursorId: string | undefined; onCursor: (id: string) => void }

const CompanyTable = ({ companies, cursorId, onCursor }: TableProps) => (
  <Table label="Companies">
    <TableHead className="max-md:hidden">
      <HeaderCell className="w-2/5 xl:w-1/3">Name</HeaderCell>
      <HeaderCell>Domains</HeaderCell>
      <HeaderCell className="w-1/5 max-xl:hidden">Tags</HeaderCell>
      <HeaderCell className="w-32 max-lg:hidden">Shared tickets</HeaderCell>
      <HeaderCell className="w-20" align="right">
        People
      </HeaderCell>
    </TableHead>
    <TableBody>
      {companies.map(({ id, name, domains, tags, peopleCount, sharesTickets }) => (
        <TableRow key={id} data-row={id} current={id === cursorId} onFocus={() => onCursor(id)}>
          <Cell>
            <RowLink href={companyHref(id)}>{name}</RowLink>
          </Cell>
          <Cell className="text-ink-2 max-md:hidden" title={domains.join(', ')}>
            {domains.join(', ')}
          </Cell>
          <Cell className="text-ink-2 max-xl:hidden">{tags.join(', ')}</Cell>
          <Cell className="text-ink-2 max-lg:hidden">{sharesTickets ? 'Yes' : ''}</Cell>
          <Cell align="right" className="max-md:w-20">
            {formatCount(peopleCount)}
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const NoCompanies = ({ q }: { q: string }) =>
  q ? (
    <EmptyState
      icon={Building2}
      title={`No companies match “${q}”`}
      actions={<Button href={companiesPath}>Show all companies</Button>}
    >
      Search for parts of a name or a domain.
    </EmptyState>
  ) : (
    <EmptyState icon={Building2} title="No companies yet">
      Customers with an address of a company’s domain join the company by themselves.
    </EmptyState>
  )
