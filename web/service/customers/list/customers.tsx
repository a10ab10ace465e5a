import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { listCustomerFields } from '#contract/fields/custom-fields.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { api } from '#web/lib/api.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatCount } from '#web/lib/words/format.ts'
import { customerHref, customersPath } from '#web/service/customers/customer-href.ts'
import { requireService } from '#web/service/require-service.ts'
import { Button } from '#web/ui/button/button.tsx'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { Cell, HeaderCell, RowLink, Table, TableBody, TableHead, TableRow } from '#web/ui/list/table.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/customers.ts'
import { ListSegments } from './list-segments.tsx'

const pageSize = 50

export const meta: Route.MetaFunction = () => [{ title: 'Customers · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const viewer = await requireService(context)
  const search = new URL(request.url).searchParams
  const query = { q: search.get('q')?.trim().slice(0, 256) ?? '', cursor: search.get('cursor') }
  const { call } = context.get(api)
  const [{ items, next }, { items: fields }, { items: languages }] = await Promise.all([
    call(listCustomers, {
      query: { limit: pageSize, ...(query.q && { q: query.q }), cursor: query.cursor ?? undefined },
    }),
    call(listCustomerFields, { query: {} }),
    call(showLanguages, {}),
  ])
  return { viewer, query, fields, languages, customers: { items: items.map(customerRow), next } }
}

type Customer = z.output<typeof listCustomers.answer>['items'][number]

const customerRow = ({ id, name, emails, tags, ticketCount, createdAt }: Customer) => ({
  ...{ id, tags, ticketCount, createdAt },
  name: name || shownAddress(emails[0]?.address ?? ''),
  address: shownAddress(emails[0]?.address ?? ''),
  otherAddresses: emails.length - 1,
})
type Row = ReturnType<typeof customerRow>

const loadDialog = () => import('#web/service/customers/customer/customer-dialog.tsx')

export default function Customers({ loaderData }: Route.ComponentProps) {
  const { viewer, query, fields, languages, customers } = loaderData
  useLiveReload(({ type }) => type.startsWith('customer.') || type === 'customer-fields.changed')
  const { items } = customers
  const canWrite = viewer.service?.state !== 'ended'
  const cursor = useRowCursor(items.map(({ id }) => id))
  const [isCreating, setCreating] = useState(false)
  const dialog = useLazyModule(loadDialog, isCreating)
  useShortcuts(
    {
      j: { label: 'Next customer', run: () => cursor.move(1) },
      k: { label: 'Previous customer', run: () => cursor.move(-1) },
    },
    { group: 'Customers' },
  )
  return (
    <>
      <PageBar
        title="Customers"
        actions={
          canWrite && (
            <Button icon={Plus} onClick={() => setCreating(true)}>
              <span className="max-md:sr-only">New customer</span>
            </Button>
          )
        }
      />
      <ToolBar>
        <ListSegments current="customers" />
        <ListSearch
          label="Name, address, phone or external id"
          q={query.q}
          hrefOf={(q) => withQuery(customersPath, { q })}
          group="Customers"
          keyLabel="Search customers"
          className="w-80!"
        />
      </ToolBar>
      <ScrollArea>
        <div ref={cursor.table} className="h-full">
          {items.length > 0 ? (
            <CustomerTable customers={items} cursorId={cursor.cursorId} onCursor={cursor.setCursorId} />
          ) : (
            <NoCustomers q={query.q} />
          )}
        </div>
      </ScrollArea>
      <KeyStrip keys={stripKeys} hasRow={cursor.cursorId !== undefined}>
        <UncountedPager
          list={customers}
          cursor={query.cursor}
          hrefOf={(at) => withQuery(customersPath, { q: query.q, cursor: at })}
        />
      </KeyStrip>
      {dialog && isCreating && (
        <dialog.CustomerDialog {...{ fields, languages }} isAdmin={viewer.isAdmin} onClose={() => setCreating(false)} />
      )}
    </>
  )
}

const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['enter'], label: 'Open', ofRow: true },
  { keys: ['?'], label: 'All shortcuts' },
]

type TableProps = { customers: Row[]; cursorId: string | undefined; onCursor: (id: string) => void }

const CustomerTable = ({ customers, cursorId, onCursor }: TableProps) => (
  <Table label="Customers">
    <TableHead className="max-md:hidden">
      <HeaderCell className="w-2/5 xl:w-1/3">Name</HeaderCell>
      <HeaderCell>E-mail</HeaderCell>
      <HeaderCell className="w-1/5 max-xl:hidden">Tags</HeaderCell>
      <HeaderCell className="w-20" align="right">
        Tickets
      </HeaderCell>
      <HeaderCell className="w-28" align="right">
        Since
      </HeaderCell>
    </TableHead>
    <TableBody>
      {customers.map(({ id, name, address, otherAddresses, tags, ticketCount, createdAt }) => (
        <TableRow key={id} data-row={id} current={id === cursorId} onFocus={() => onCursor(id)}>
          <Cell>
            <span className="flex min-w-0 items-center gap-2">
              <Avatar name={name} hideName />
              <RowLink href={customerHref(id)}>{name}</RowLink>
            </span>
          </Cell>
          <Cell className="text-ink-2 max-md:hidden" title={address}>
            {name === address ? '' : address}
            {otherAddresses > 0 && <span className="text-ink-3"> +{otherAddresses}</span>}
          </Cell>
          <Cell className="text-ink-2 max-xl:hidden">{tags.join(', ')}</Cell>
          <Cell align="right" className="max-md:hidden">
            {formatCount(ticketCount)}
          </Cell>
          <Cell align="right" className="text-ink-3 max-md:w-24">
            <Time at={createdAt} style="day" />
          </Cell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const NoCustomers = ({ q }: { q: string }) =>
  q ? (
    <EmptyState
      icon={UsersRound}
      title={`No customers match “${q}”`}
      actions={<Button href={customersPath}>Show all customers</Button>}
    >
      Search for parts of a name, an address, a domain, a phone number or an external id.
    </EmptyState>
  ) : (
    <EmptyState icon={UsersRound} title="No customers yet">
      Whoever writes to you becomes a customer. You can also create customers yourself.
    </EmptyState>
  )
