import { parseQuery } from '#contract/search/query.ts'
import { QueryError, type QueryKeys } from '#contract/search/query-keys.ts'
import { type QuerySuggestions, suggestQuery } from '#contract/search/suggest-query.ts'
import { namesMembers, ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'

/** Suggests keys, operators and values for a query of tickets. */
export function suggestConditions(
  text: string,
  caret: number,
  { members, ownKeys, tags }: { members: Member[]; ownKeys: QueryKeys; tags: string[] },
): QuerySuggestions | null {
  const people = members
    .filter(({ status }) => status === 'active')
    .map((member) => ({ value: quoted(fullName(member)), label: member.email }))
  const own = { value: 'me', label: 'Your tickets' }
  const used = tags.map((tag) => ({ value: isPlain.test(tag) ? tag : quoted(tag), label: '' }))
  const namesOf = (key: string) => (namesMembers(key) ? [own, ...people] : key === 'tag' ? used : [])
  return suggestQuery(text, caret, { keys: { ...ticketQueryKeys, ...ownKeys }, orders: ticketOrders, namesOf })
}

/** Returns the beginning of a tag that is typed before the caret. */
export const typedTag = (text: string, caret: number): string | null =>
  /(?:^|[\s(])-?tag(?::|!=)(?:[^\s,()]*,)*([^\s,()"]*)$/i.exec(text.slice(0, caret))?.[1] ?? null

/** Tags that need no quotation marks. */
const isPlain = /^[\p{L}\p{N}_-]+$/u

const quoted = (name: string) => `"${name.replace(/["\\]/g, '\\$&')}"`

/** Returns whether the query is invalid only because its end is not typed yet. */
export function isUnfinished(text: string, ownKeys: QueryKeys): boolean {
  try {
    parseQuery(text, { ...ticketQueryKeys, ...ownKeys }, ticketOrders)
    return false
  } catch (error) {
    return error instanceof QueryError && error.position + error.length >= text.length
  }
}
