import { ArrowUpDown } from 'lucide-react'
import { keysOf } from '#contract/keys-of.ts'
import { NewButton } from '#web/service/new-button.tsx'
import {
  type ListQuery,
  listHref,
  orderLabels,
  orderOf,
  type ViewCount,
  viewNames,
} from '#web/service/tickets/ticket/views.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ViewMenu } from './view-links.tsx'

type Props = { query: ListQuery; views: ViewCount[]; count: string | undefined; canWrite: boolean }

export function ListBar({ query, views, count, canWrite }: Props) {
  const title = viewNames[query.view]
  return (
    <PageBar
      title={<ViewMenu views={views} current={query.view} title={title} />}
      count={count}
      actions={
        <>
          {query.view !== 'suspended' && !query.q && <OrderMenu query={query} />}
          <NewButton label="New ticket" href="/service/tickets/create" group="Ticket list" canWrite={canWrite} />
        </>
      }
    />
  )
}

function OrderMenu({ query }: { query: ListQuery }) {
  const current = orderOf(query)
  return (
    <Menu
      label="Order"
      align="end"
      items={keysOf(orderLabels).map((order) => ({
        label: orderLabels[order],
        current: order === current,
        href: listHref({ ...query, order, cursor: null }),
      }))}
      button={
        <Button variant="ghost" icon={ArrowUpDown} className="max-md:hidden">
          {orderLabels[current]}
        </Button>
      }
    />
  )
}
