import { changeContentFallbacks } from '#contract/content/fallbacks.ts'
import { as } from '#test/ask.ts'
import type { Person } from '#test/world.ts'

/** Makes all languages of a workspace fall back to each other, in the given order. */
export const letAllStandIn = (admin: Person, languages: string[]) =>
  as(admin)(changeContentFallbacks, {
    body: {
      items: languages.map((language) => ({ language, fallbacks: languages.filter((one) => one !== language) })),
    },
  })
