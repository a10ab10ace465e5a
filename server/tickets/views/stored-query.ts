import { formatQuery, parseQuery, type Query, queryLimits } from '#contract/search/query.ts'
import { QueryError, type QueryKeys } from '#contract/search/query-keys.ts'
import { ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listStatuses } from '#server/tickets/statuses/find-statuses.ts'
import { type Reader, theTeam } from '#server/tickets/ticket/caller.ts'
import {
  findPeople,
  type KnownPerson,
  peopleOf,
  withIds,
  withNames,
} from '#server/tickets/ticket/lists/people-of-query.ts'
import { findOwnKeys, readTicketQuery, refusalOf } from '#server/tickets/ticket/lists/read-ticket-query.ts'
import type { ViewRow } from './queries.ts'

/** Checks a query and writes it as views store it: in canonical form and with ids instead of names. */
export async function storeQuery(tx: WorkspaceTx, reader: Reader, text: string) {
  const query = await withIds(tx, reader, await readTicketQuery(tx, text, reader)).catch((error: unknown) => {
    throw error instanceof QueryError ? refusalOf(error) : error
  })
  const stored = formatQuery(query)
  if (stored.length > queryLimits.characters)
    throw refusalOf(
      new QueryError(`With the ids of its people, the query has more than ${queryLimits.characters} characters`, {
        position: 0,
        length: text.length,
      }),
    )
  const people = await findPeople(tx, peopleOf(query))
  const statuses = (await listStatuses(tx)).filter(({ id }) => stored.includes(id))
  const named = [...statuses.map(({ id, name }) => [id, name]), ...[...people].map(([id, { name }]) => [id, name])]
  return { query: stored, named: Object.fromEntries(named) as Record<string, string> }
}

export type ReadView = {
  /** null if the query names something that does not exist any more. */
  query: Query | null
  missing: string | null
  /** The query with the present names. */
  text: string
  people: { id: string; name: string }[]
}

/** Reads the stored queries of views, with the present names of the people in them. */
export async function readStored(tx: WorkspaceTx, views: Pick<ViewRow, 'query' | 'named'>[]): Promise<ReadView[]> {
  const usesOwn = views.some(({ query }) => /field\.|status/.test(query))
  const keys = { ...ticketQueryKeys, ...(usesOwn && (await findOwnKeys(tx, theTeam))) }
  const parsed = views.map(({ query }) => parseStored(query, keys))
  const named = parsed.map((one) => (one instanceof QueryError ? { members: [], customers: [] } : peopleOf(one)))
  const members = named.flatMap((people) => people.members)
  const customers = named.flatMap((people) => people.customers)
  const known = members.length + customers.length > 0 ? await findPeople(tx, { members, customers }) : new Map()
  return Promise.all(
    views.map(({ query: stored, named: namesAtSave }, at) => {
      const query = parsed[at]!
      if (query instanceof QueryError)
        return { query: null, missing: withOldNames(query.message, namesAtSave), text: stored, people: [] }
      return readPeople(query, known, namesAtSave)
    }),
  )
}

/** Writes the names that deleted things had instead of their ids. */
const withOldNames = (message: string, named: ViewRow['named']) =>
  Object.entries(named).reduce((text, [id, name]) => text.replace(id, name), message)

async function readPeople(query: Query, known: ReadonlyMap<string, KnownPerson>, namesAtSave: ViewRow['named']) {
  const { members, customers } = peopleOf(query)
  const ids = [...new Set([...members, ...customers])]
  const gone = ids.filter((id) => !known.has(id)).map((id) => namesAtSave[id] ?? id)
  return {
    query: gone.length > 0 ? null : query,
    missing: gone.length > 0 ? `${gone.join(', ')} does not exist any more` : null,
    text: formatQuery(await withNames(query, known)),
    people: ids.flatMap((id) => {
      const person = known.get(id)
      return person ? { id, name: person.name } : []
    }),
  }
}

/** Returns the error of a query that is not valid any more, for example because a key was deleted. */
function parseStored(text: string, keys: QueryKeys): Query | QueryError {
  try {
    return parseQuery(text, keys, ticketOrders)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
}
