import { ArrowUpDown } from 'lucide-react'
import type { CountedView, SavedView } from '#contract/tickets/views.ts'
import { NewButton } from '#web/service/new-button.tsx'
import { DisplayButton } from '#web/service/tickets/list/display/display-button.tsx'
import type { DisplayOf } from '#web/service/tickets/list/display/use-display.ts'
import { ViewActions } from '#web/service/tickets/list/views/view-actions.tsx'
import { type ListQuery, titleOf } from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import type { ListOrder } from './orders.ts'
import { ViewMenu } from './view-links.tsx'

type Props = {
  query: ListQuery
  view: SavedView | null
  views: CountedView[]
  orders: ListOrder[]
  display: DisplayOf
  count: string | undefined
  canWrite: boolean
}

export function ListBar({ query, view, views, orders, display, count, canWrite }: Props) {
  const hasTickets = query.view !== 'suspended'
  return (
    <PageBar
      title={<ViewMenu views={views} query={query} title={titleOf(query)} />}
      count={count}
      badge={view && <ViewActions key={view.id} view={view} />}
      actions={
        <>
          {hasTickets && orders.length > 0 && <OrderMenu orders={orders} />}
          {hasTickets && <DisplayButton display={display} />}
          <NewButton label="New ticket" href="/service/tickets/create" group="Ticket list" canWrite={canWrite} />
        </>
      }
    />
  )
}

const OrderMenu = ({ orders }: { orders: ListOrder[] }) => (
  <Menu
    label="Order"
    align="end"
    items={orders.map(({ label, href, isCurrent }) => ({ label, href, current: isCurrent }))}
    button={
      <Button variant="ghost" icon={ArrowUpDown} className="max-md:hidden">
        {orders.find(({ isCurrent }) => isCurrent)?.label ?? 'Order'}
      </Button>
    }
  />
)
