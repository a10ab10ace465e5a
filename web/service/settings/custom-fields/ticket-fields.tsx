import { listTicketFields } from '#contract/fields/custom-fields.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/ticket-fields.ts'
import { FieldsPage } from './fields-page.tsx'
import { readFields } from './read-fields.ts'

export const meta = () => [{ title: 'Ticket fields · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  await requireService(context)
  return readFields(context.get(api), listTicketFields)
}

export default function TicketFields({ loaderData }: Route.ComponentProps) {
  return <FieldsPage owner="ticket" {...loaderData} />
}
