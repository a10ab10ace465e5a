import { Ban, CircleCheck, Download, Ellipsis, Eraser, Merge, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { undoCustomerMerge } from '#contract/overview/people.ts'
import type { blockCustomer, listCustomerEvents, unblockCustomer } from '#contract/workspace/customers.ts'
import { UncountedPager } from '#web/lib/list/cursor-pager.tsx'
import { withQuery } from '#web/lib/list/with-query.ts'
import { useLazyModule } from '#web/lib/network/use-lazy-module.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { customerHref, customersPath, eraseHref, exportsHref } from '#web/service/customers/customer-href.ts'
import { nameOf } from '#web/service/customers/customer-name.ts'
import { ProfileHistory } from '#web/service/customers/history/profile-history.tsx'
import { undoMerge } from '#web/service/customers/merging/undo-merge.ts'
import { TicketRows } from '#web/service/customers/ticket-rows.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { LinkSegments } from '#web/ui/choice/segments.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SidePanel } from '#web/ui/page/side-panel.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { type CustomerPageData, type TicketsShown, ticketsShown } from './customer-data.ts'
import { CustomerPanel } from './customer-panel.tsx'

const loadDialog = () => import('./customer-dialog.tsx')
const loadMergeDialog = () => import('#web/service/customers/merging/customer-merge-dialog.tsx')

export function CustomerPage(data: CustomerPageData) {
  const { viewer, customer, fields, tickets, events, readArticles, languages, query } = data
  const isErased = customer.erasedAt !== null
  const canWrite = viewer.service?.state !== 'ended' && !isErased
  const blocking = useBlock(customer.id)
  const [isEditing, setEditing] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const dialog = useLazyModule(loadDialog, isEditing)
  const mergeDialog = useLazyModule(loadMergeDialog, isMerging)
  const panel = <CustomerPanel {...{ customer, fields, readArticles, canWrite }} isAdmin={viewer.isAdmin} />
  const [primary] = customer.emails
  const mayMerge = !customer.blockedAt && (viewer.isAdmin || !primary)
  return (
    <Split panel={<SidePanel label="Customer">{panel}</SidePanel>}>
      <SplitMain>
        <PageBar
          back={{ href: customersPath, label: 'Back to the customers' }}
          title={nameOf(customer)}
          actions={
            canWrite && (
              <>
                <Menu
                  button={<IconButton icon={Ellipsis} label="More" />}
                  label="Customer"
                  align="end"
                  items={[
                    ...(mayMerge ? [{ label: 'Merge…', icon: Merge, onSelect: () => setMerging(true) }] : []),
                    ...(viewer.isAdmin
                      ? [{ label: 'Export data', icon: Download, href: exportsHref(customer.id) }]
                      : []),
                    customer.blockedAt
                      ? { label: 'Unblock', icon: CircleCheck, onSelect: blocking.unblock }
                      : { label: 'Block', icon: Ban, danger: true, onSelect: blocking.block },
                    ...(viewer.isAdmin
                      ? [{ label: 'Erase…', icon: Eraser, danger: true, href: eraseHref(customer.id) }]
                      : []),
                  ]}
                />
                <Button icon={Pencil} onClick={() => setEditing(true)}>
                  <span className="max-md:sr-only">Edit</span>
                </Button>
                {primary && (
                  <Button icon={Plus} href={withQuery('/service/tickets/create', { email: primary.address })}>
                    <span className="max-md:sr-only">New ticket</span>
                  </Button>
                )}
              </>
            )
          }
        />
        {customer.erasedAt && (
          <Banner tone="info" title="The personal data of this customer was erased." className="m-2 shrink-0">
            The tickets keep their numbers and times.
          </Banner>
        )}
        {customer.mergedCustomers.map((merged) => (
          <MergedBanner key={merged.id} merged={merged} canUndo={canWrite && viewer.isAdmin} />
        ))}
        {customer.blockedAt && (
          <Banner
            tone="warning"
            title="This customer is blocked."
            className="m-2 shrink-0"
            action={canWrite && <Button onClick={blocking.unblock}>Unblock</Button>}
          >
            Mail from them is suspended, and the customer area takes no requests from them.
          </Banner>
        )}
        <ToolBar>
          <LinkSegments label="Tickets shown" items={segmentsOf(data)} />
          <span className="ml-auto shrink-0">
            <UncountedPager
              list={tickets}
              cursor={query.cursor}
              hrefOf={(cursor) => ticketsHref(customer.id, query.view, cursor)}
            />
          </span>
        </ToolBar>
        <ScrollArea>
          <TicketRows tickets={tickets.items} />
          <ProfileHistory
            first={events}
            read={(query) =>
              ask<typeof listCustomerEvents>('GET', '/api/v1/customers/:id/events', {
                params: { id: customer.id },
                query,
              })
            }
          />
          <section aria-label="Customer" className="border-t border-line md:hidden">
            {panel}
          </section>
        </ScrollArea>
      </SplitMain>
      {dialog && isEditing && (
        <dialog.CustomerDialog
          {...{ customer, languages }}
          isAdmin={viewer.isAdmin}
          onClose={() => setEditing(false)}
        />
      )}
      {mergeDialog && isMerging && (
        <mergeDialog.CustomerMergeDialog customer={customer} fields={fields} onClose={() => setMerging(false)} />
      )}
    </Split>
  )
}

type MergedProps = { merged: CustomerPageData['customer']['mergedCustomers'][number]; canUndo: boolean }

function MergedBanner({ merged: { id, name, undoUntil }, canUndo }: MergedProps) {
  const undoing = useWrite(() => undoMerge(id), { done: describeUndo, tellsProblem: true })
  return (
    <Banner
      tone="info"
      title={`${name || 'Another customer'} was merged into this customer.`}
      className="m-2 shrink-0"
      action={
        canUndo && (
          <Button busy={undoing.isPending} onClick={() => undoing.isPending || undoing.write()}>
            Undo the merge
          </Button>
        )
      }
    >
      You can undo this until <Time at={undoUntil} style="moment" />.
    </Banner>
  )
}

/** Names what the undo left because somebody changed it since the merge. */
function describeUndo({ left: { fields, addresses, tickets } }: AnswerOf<typeof undoCustomerMerge>) {
  const parts = [
    fields.length > 0 && plural(fields.length, 'changed field'),
    addresses.length > 0 && plural(addresses.length, 'removed address', 'removed addresses'),
    tickets > 0 && plural(tickets, 'ticket with a new requester', 'tickets with a new requester'),
  ].filter(Boolean)
  return parts.length === 0 ? 'Merge undone' : `Merge undone, except ${parts.join(' and ')}`
}

function useBlock(id: string) {
  const params = { id }
  const block = () => ask<typeof blockCustomer>('PUT', '/api/v1/customers/:id/block', { params })
  const unblock = () => ask<typeof unblockCustomer>('DELETE', '/api/v1/customers/:id/block', { params })
  const blocking = useWrite(block, { done: () => 'Customer blocked', undo: unblock, tellsProblem: true })
  const unblocking = useWrite(unblock, { done: () => 'Customer unblocked', undo: block, tellsProblem: true })
  return { block: () => blocking.write(), unblock: () => unblocking.write() }
}

const shownNames: Record<TicketsShown, string> = { all: 'All', open: 'Open', solved: 'Solved' }
const settled = ['solved', 'closed']

function segmentsOf({ customer: { id, ticketsByStatus }, query }: CustomerPageData) {
  const count = (fits: (status: string) => boolean) =>
    Object.entries(ticketsByStatus).reduce((sum, [status, number]) => (fits(status) ? sum + number : sum), 0)
  const counts: Record<TicketsShown, number> = {
    all: count(() => true),
    open: count((status) => !settled.includes(status)),
    solved: count((status) => settled.includes(status)),
  }
  return ticketsShown.map((view) => ({
    href: ticketsHref(id, view),
    label: shownNames[view],
    count: counts[view],
    current: view === query.view,
  }))
}

const ticketsHref = (id: string, view: TicketsShown, cursor: string | null = null) =>
  withQuery(customerHref(id), { tickets: view !== 'all' && view, cursor })
