import { type RawBuilder, sql } from 'kysely'
import { readEmailAddress } from '#contract/email-address.ts'
import { inOwnScript } from './address-spellings.ts'
import { fold, spellingsAsked } from './fold.ts'

const mostWords = 10

/**
 * Returns a SQL condition for each of the first ten words: the text contains the word in any spelling. A mail address
 * matches only as a whole.
 */
export const holdsWords = (text: RawBuilder<unknown>, asked = ''): RawBuilder<boolean>[] =>
  asked
    .split(/[\s"“”„«»「」]+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => {
      const address = readEmailAddress(word)
      return address ? holdsAddress(text, address) : holdsOne(text, word)
    })

const holdsOne = (text: RawBuilder<unknown>, word: string) =>
  sql<boolean>`(${sql.join(
    spellingsAsked(word).map((spelling) => sql`strpos(${text}, ${spelling}) > 0`),
    sql` or `,
  )})`

const holdsAddress = (text: RawBuilder<unknown>, address: string) =>
  sql<boolean>`(${sql.join(
    [...new Set([address, inOwnScript(address)])].map((spelling) => holdsSpelling(text, fold(spelling))),
    sql` or `,
  )})`

const holdsSpelling = (text: RawBuilder<unknown>, address: string) =>
  sql<boolean>`(strpos(${text}, ${address}) > 0 and ${text} ~ ${`(^|[^a-z0-9.!#$%&*+/=?^_{|}~-])${address.replace(/(?![a-z0-9])[\0-\x7f]/g, '\\$&')}(?![a-z0-9-]|\\.[a-z0-9])`})`
