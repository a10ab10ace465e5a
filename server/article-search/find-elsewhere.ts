import type { ReadCall } from '#server/articles/show-article.ts'
import { onGround } from './asking/ground.ts'
import { findAsWritten } from './search-articles.ts'

/** Languages that are searched besides, since each costs as much as a search. */
const mostLanguages = 5

type Question = { q: string; language: string }

/** How much a reader finds by the same words in other languages, in the order of these. */
export const findElsewhere = ({ tx, caller }: ReadCall, { q, language }: Question) =>
  onGround(tx, async (ground) => {
    const others = ground.languages.filter((other) => other !== language).slice(0, mostLanguages)
    const found: { language: string; count: number }[] = []
    for (const other of others) {
      const { matches } = (await findAsWritten({ tx, reader: caller, ground, language: other }, q)).found
      if (matches.length > 0) found.push({ language: other, count: matches.length })
    }
    return found
  })
