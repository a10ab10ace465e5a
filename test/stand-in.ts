import { changeContentFallbacks } from '#contract/content/fallbacks.ts'
import { as } from '#test/ask.ts'
import type { Person } from '#test/world.ts'

/** Lets every language of a workspace stand in for every other one, in the order that is given. */
export const letAllStandIn = (admin: Person, languages: string[]) =>
  as(admin)(changeContentFallbacks, {
    body: {
      items: languages.map((language) => ({ language, fallbacks: languages.filter((one) => one !== language) })),
    },
  })
