import { parseQuery } from '#contract/search/query.ts'
import { QueryError, type QueryKeys } from '#contract/search/query-keys.ts'
import { type QuerySuggestions, suggestQuery } from '#contract/search/suggest-query.ts'
import { namesMembers, ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import type { listCompanies } from '#contract/workspace/companies.ts'
import type { listCustomers } from '#contract/workspace/customers.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Member } from '#web/service/tickets/ticket/types.ts'
import { findTags } from '#web/service/tickets/ticket/use-tags.ts'

/** Suggests keys, operators and values for a query of tickets. */
export function suggestConditions(
  text: string,
  caret: number,
  { members, ownKeys, found }: { members: Member[]; ownKeys: QueryKeys; found: FoundName[] },
): QuerySuggestions | null {
  const people = members
    .filter(({ status }) => status === 'active')
    .map((member) => ({ value: quoted(fullName(member)), label: member.email }))
  const own = { value: 'me', label: 'Your tickets' }
  const namesOf = (key: string) => (namesMembers(key) ? [own, ...people] : found.filter((name) => name.key === key))
  return suggestQuery(text, caret, { keys: { ...ticketQueryKeys, ...ownKeys }, orders: ticketOrders, namesOf })
}

/** A value of a key that the server finds by its beginning. */
type FoundName = { key: string; value: string; label: string }

const finders: Record<string, (q: string, signal: AbortSignal) => Promise<Omit<FoundName, 'key'>[]>> = {
  tag: async (q, signal) => (await findTags(q, signal)).map((tag) => ({ value: plainOrQuoted(tag), label: '' })),
  requester: findCustomers,
  cc: findCustomers,
  company: async (q, signal) => {
    const { answer } = await ask<typeof listCompanies>('GET', '/api/v1/companies', { query: { q, limit }, signal })
    return (answer?.items ?? []).map(({ name, domains }) => ({ value: plainOrQuoted(name), label: domains.join(', ') }))
  },
}

const limit = 12

async function findCustomers(q: string, signal: AbortSignal) {
  const { answer } = await ask<typeof listCustomers>('GET', '/api/v1/customers', { query: { q, limit }, signal })
  return (answer?.items ?? []).map(({ name, emails }) => {
    const address = (emails.find(({ primary }) => primary) ?? emails[0])?.address
    return address ? { value: plainOrQuoted(address), label: name } : { value: quoted(name), label: '' }
  })
}

/** Returns the key and the beginning of the value before the caret, such as `tag:bil`, if the server finds the values. */
export function typedName(text: string, caret: number): string | null {
  const typed = /(?:^|[\s(])-?([a-z]+)(?::|!=)(?:[^\s,()]*,)*([^\s,()"]*)$/i.exec(text.slice(0, caret))
  const key = typed?.[1]?.toLowerCase()
  return key && Object.hasOwn(finders, key) ? `${key}:${typed![2]}` : null
}

/** Finds the values for what `typedName` returned. */
export async function findNames(typed: string, signal: AbortSignal): Promise<FoundName[]> {
  const [key, ...rest] = typed.split(':')
  const q = rest.join(':')
  // Customers and companies are only found by words.
  if (q === '' && key !== 'tag') return []
  return (await finders[key!]!(q, signal)).map((name) => ({ key: key!, ...name }))
}

/** Words that need no quotation marks. */
const isPlain = /^[\p{L}\p{N}_@.+-]+$/u

const plainOrQuoted = (text: string) => (isPlain.test(text) ? text : quoted(text))

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
