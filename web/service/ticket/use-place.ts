import { placeIn, readList } from '#web/service/tickets/list-context.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

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
