import { useState } from 'react'
import { findEntries } from '#web/cms/entries/find-entries.ts'
import type { CategoryChoice, FieldsAround, Lead } from '#web/fields/form/around.tsx'
import { useSite } from '#web/lib/use-site.ts'

export type AroundFilter = { categories: CategoryChoice[]; leads: Lead[] }

/** What inputs of kinds are told of a filter: nothing is written in it, so there is nothing to upload or to begin. */
export function useAroundFilter({ categories, leads }: AroundFilter): FieldsAround {
  const { timeZone } = useSite()
  const [chosen, setChosen] = useState<Lead[]>([])
  return {
    ...{ categories, timeZone, language: 'en', components: new Map(), models: [], goTo: undefined },
    leadOf: (id) => [...chosen, ...leads].find((lead) => lead.id === id),
    remember: (more) => setChosen((before) => [...before, ...more]),
    hrefOf: () => undefined,
    searchEntries: findEntries,
    createEntry: async () => 'Nothing is begun in a filter',
    port: {
      urlOf: () => undefined,
      upload: async () => Promise.reject(new Error('Nothing is uploaded in a filter')),
      readPasted: async () => null,
      fetchPicture: async () => null,
      searchArticles: async () => [],
      titleOf: async () => '',
    },
    ...{ madeSlug: () => undefined, faultAt: () => undefined, mayWrite: () => true, hold: () => {} },
    frame: (_, children) => children,
  }
}
