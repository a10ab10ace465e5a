import { useNavigate } from 'react-router'
import { placeIn, readList } from '#web/service/tickets/ticket/list-context.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

/** Where this ticket stands in the list one came from, and the way back to it. */
export function usePlace(id: string) {
  const navigate = useNavigate()
  const list = useIsHydrated() ? readList() : null
  const place = list && placeIn(list, id)
  const backHref = place ? list.href : '/service/tickets'
  const nextId = place?.nextId ?? null
  return {
    ...{ backHref, nextId },
    words: place?.words ?? null,
    previousId: place?.previousId ?? null,
    isKnown: Boolean(place),
    /** After the last ticket it opens the list. */
    openNext: () => navigate(nextId ? ticketHref(nextId) : backHref),
  }
}
