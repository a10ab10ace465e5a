import { type FieldOwner, fieldOwners } from '#contract/fields/custom-field-values.ts'
import {
  formatQuery,
  formatValue,
  parseQuery,
  type Query,
  type QueryNode,
  queryLimits,
} from '#contract/search/query.ts'
import { isEmptyValue, QueryError, type QueryKeys, type QueryValue } from '#contract/search/query-keys.ts'
import { fieldKeyInQuery, ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listStatuses } from '#server/tickets/statuses/find-statuses.ts'
import { includesTag } from '#server/tickets/tags/same-tag.ts'
import { listTeams } from '#server/tickets/teams/find-teams.ts'
import { type Reader, theTeam } from '#server/tickets/ticket/caller.ts'
import {
  findPeople,
  type KnownPerson,
  namedValue,
  peopleOf,
  withIds,
  withNames,
} from '#server/tickets/ticket/lists/people-of-query.ts'
import { findQueryKeys, readTicketQuery, refusalOf } from '#server/tickets/ticket/lists/read-ticket-query.ts'
import type { ViewRow } from './queries.ts'

/** Checks a query and writes it as views store it: in canonical form and with ids instead of names and keys of fields. */
export async function storeQuery(tx: WorkspaceTx, reader: Reader, text: string) {
  const query = await withIds(tx, reader, await readTicketQuery(tx, text, reader)).catch((error: unknown) => {
    throw error instanceof QueryError ? refusalOf(error) : error
  })
  const fields = await findQueriedFields(tx, [text])
  const stored = formatQuery(withKeys(query, storedKeys(fields)))
  if (stored.length > queryLimits.characters)
    throw refusalOf(
      new QueryError(`With the ids of its people, the query has more than ${queryLimits.characters} characters`, {
        position: 0,
        length: text.length,
      }),
    )
  const people = await findPeople(tx, peopleOf(query))
  const statuses = (await listStatuses(tx)).filter(({ id }) => stored.includes(id))
  const teams = (await listTeams(tx)).filter(({ id }) => stored.includes(id))
  const used = fields.filter(({ id }) => stored.includes(id))
  const named = [
    ...used.map(({ id, key }) => [id, key]),
    ...[...statuses, ...teams].map(({ id, name }) => [id, name]),
    ...[...people].map(([id, { name }]) => [id, name]),
  ]
  return { query: stored, named: Object.fromEntries(named) as Record<string, string> }
}

type QueriedField = Pick<CustomField, 'id' | 'key'> & { owner: FieldOwner }

/** Returns the fields of the owners that queries name. */
async function findQueriedFields(tx: WorkspaceTx, queries: string[]): Promise<QueriedField[]> {
  const isNamed = (owner: FieldOwner) => queries.some((text) => text.toLowerCase().includes(fieldKeyInQuery(owner, '')))
  const lists = await Promise.all(fieldOwners.filter(isNamed).map((owner) => listFieldsOf(tx, owner)))
  return lists.flat()
}

const listFieldsOf = async (tx: WorkspaceTx, owner: FieldOwner): Promise<QueriedField[]> =>
  (await findFields(tx, owner)).map(({ id, key }) => ({ owner, id, key }))

const storedKeys = (fields: readonly QueriedField[]) =>
  new Map(fields.map(({ owner, id, key }) => [fieldKeyInQuery(owner, key), fieldKeyInQuery(owner, id)]))

/** Replaces keys of a query. */
function withKeys({ node, order }: Query, keys: ReadonlyMap<string, string>): Query {
  function within(node: QueryNode): QueryNode {
    if (node.kind === 'condition') return { ...node, key: keys.get(node.key) ?? node.key }
    if (node.kind === 'not') return { ...node, part: within(node.part) }
    return node.kind === 'words' ? node : { ...node, parts: node.parts.map(within) }
  }
  return { node: within(node), order }
}

export type ReadView = {
  /** null if the query names something that does not exist any more. */
  query: Query | null
  missing: string | null
  /** The query with the present names. */
  text: string
  /** The query with the ids of its people. */
  textWithIds: string
  people: { id: string; name: string }[]
}

/** Returns the stored queries with another name for a tag. A query that would be too long stays as it is. */
export async function renameTagInStored(
  tx: WorkspaceTx,
  views: Pick<ViewRow, 'query'>[],
  { tag, name }: { tag: string; name: string },
): Promise<string[]> {
  if (views.length === 0) return []
  const ids = storedKeys(
    await findQueriedFields(
      tx,
      views.map(({ query }) => query),
    ),
  )
  const known = Object.entries(await findQueryKeys(tx, theTeam))
  const keys = Object.fromEntries(known.map(([key, of]) => [ids.get(key) ?? key, of]))
  return views.map(({ query }) => {
    const parsed = parseStored(query, keys)
    if (parsed instanceof QueryError) return query
    const named = tagsIn(parsed.node).filter(({ text }) => includesTag([tag], text))
    const renamed = named.reduceRight(
      (text, value) => text.slice(0, value.position) + formatValue(namedValue(value, name)) + text.slice(endOf(value)),
      query,
    )
    return renamed.length > queryLimits.characters ? query : renamed
  })
}

function tagsIn(node: QueryNode): QueryValue[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(tagsIn)
  if (node.kind === 'not') return tagsIn(node.part)
  if (node.kind !== 'condition' || node.key !== 'tag') return []
  return node.values.filter((value) => !isEmptyValue(ticketQueryKeys.tag, value))
}

const endOf = ({ position, length }: QueryValue) => position + length

/** Reads the stored queries of views, with the present names of the people in them. */
export async function readStored(tx: WorkspaceTx, views: Pick<ViewRow, 'query' | 'named'>[]): Promise<ReadView[]> {
  const fields = await findQueriedFields(
    tx,
    views.map(({ query }) => query),
  )
  const texts = views.map(({ query }) => withPresentKeys(query, fields))
  const keys = await findQueryKeys(tx, theTeam)
  const parsed = texts.map((text) => parseStored(text, keys))
  const named = parsed.map((one) => (one instanceof QueryError ? { members: [], customers: [] } : peopleOf(one)))
  const members = named.flatMap((people) => people.members)
  const customers = named.flatMap((people) => people.customers)
  const known = members.length + customers.length > 0 ? await findPeople(tx, { members, customers }) : new Map()
  return Promise.all(
    views.map(({ named: namesAtSave }, at) => {
      const [query, text] = [parsed[at]!, texts[at]!]
      if (query instanceof QueryError) {
        const missing = withOldNames(query.message, namesAtSave)
        return { query: null, missing, text, textWithIds: text, people: [] }
      }
      return readPeople({ query, text }, known, namesAtSave)
    }),
  )
}

const withPresentKeys = (stored: string, fields: QueriedField[]) =>
  fields.reduce(
    (text, { owner, id, key }) => text.replaceAll(fieldKeyInQuery(owner, id), fieldKeyInQuery(owner, key)),
    stored,
  )

/** Writes the names that deleted things had instead of their ids. */
const withOldNames = (message: string, named: ViewRow['named']) =>
  Object.entries(named).reduce((text, [id, name]) => text.replace(id, name), message)

async function readPeople(
  { query, text }: { query: Query; text: string },
  known: ReadonlyMap<string, KnownPerson>,
  namesAtSave: ViewRow['named'],
) {
  const { members, customers } = peopleOf(query)
  const ids = [...new Set([...members, ...customers])]
  const gone = ids.filter((id) => !known.has(id)).map((id) => namesAtSave[id] ?? id)
  return {
    query: gone.length > 0 ? null : query,
    missing: gone.length > 0 ? `${gone.join(', ')} does not exist any more` : null,
    text: formatQuery(await withNames(query, known)),
    textWithIds: text,
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
