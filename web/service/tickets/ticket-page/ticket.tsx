import { redirect } from 'react-router'
import type { PageApi } from '#contract/pages.ts'
import { findTicketByNumber } from '#contract/tickets/tickets.ts'
import { api } from '#web/lib/api.ts'
import { isLiveReading, readParts } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { requireService } from '#web/service/require-service.ts'
import { isLoadAhead, keepAhead, takeAhead } from '#web/service/tickets/ticket/loaded-ahead.ts'
import type { Route } from './+types/ticket.ts'
import { touchedParts } from './live-parts.ts'
import { ticketParts } from './load-ticket.ts'
import { TicketPage } from './ticket-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData?.ticket
      ? `${loaderData.ticket.number} ${loaderData.ticket.subject} · Startup Tools`
      : 'Ticket · Startup Tools',
  },
]

export async function loader({ context, request, params: { ticketGuidId: id } }: Route.LoaderArgs) {
  await leadFromNumber(context.get(api), id)
  return readParts(request, {
    viewer: () => requireService(context),
    isAhead: () => false,
    ...ticketParts(context.get(api), id),
  })
}

/** People say numbers, so an address may be made of one. */
async function leadFromNumber({ call }: PageApi, text: string) {
  if (!/^\d{1,9}$/.test(text)) return
  const { id } = await call(findTicketByNumber, { params: { number: text } })
  throw redirect(`/service/tickets/${id}`)
}

/** A ticket that was loaded ahead opens at once, and is read again when it is on the screen. */
export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  const { ticketGuidId: id } = params
  if (isLiveReading(request)) return serverLoader()
  if (isLoadAhead(request)) return loadAhead(id, serverLoader)
  const kept = takeAhead<Awaited<ReturnType<typeof serverLoader>>>(id)
  return kept ? { ...kept, isAhead: true } : serverLoader()
}

/** Fails in silence: opening the ticket will say what is wrong. */
async function loadAhead(id: string, serverLoader: Route.ClientLoaderArgs['serverLoader']) {
  const page = await serverLoader().catch(() => null)
  if (page) keepAhead(id, page)
  return page!
}

export default function Ticket({ loaderData }: Route.ComponentProps) {
  const page = useLivePage(loaderData, (change) => touchedParts(loaderData, change))
  return <TicketPage key={page.ticket.id} {...page} />
}
