import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { placeIn, readList } from './list-context.ts'

/** Where this ticket stands in the list one came from, and the way back to it. */
export function usePlace(id: string) {
  const list = useIsHydrated() ? readList() : null
  const place = list && placeIn(list, id)
  return {
    backHref: place ? list.href : '/service/tickets',
    words: place?.words ?? null,
    previousId: place?.previousId ?? null,
    nextId: place?.nextId ?? null,
    isKnown: Boolean(place),
  }
}

export const ticketHref = (id: string) => `/service/tickets/${id}`
