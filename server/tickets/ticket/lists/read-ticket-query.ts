import { sql } from 'kysely'
import type { FieldOwner } from '#contract/fields/custom-field-values.ts'
import { type Condition, parseQuery, type Query, type QueryNode, takeWords } from '#contract/search/query.ts'
import { QueryError, type QueryKeys } from '#contract/search/query-keys.ts'
import {
  customerQueryKeys,
  fieldQueryKeys,
  ownerInQuery,
  statusQueryKey,
  teamQueryKey,
  ticketOrders,
  ticketQueryKeys,
} from '#contract/tickets/ticket-query.ts'
import { statuses as categories } from '#contract/tickets/ticket-values.ts'
import { isReadBy } from '#server/fields/custom-fields/custom-field.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import { cacheDefinition } from '#server/platform/database/definitions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { allOf, findQueryMoment } from '#server/search/words/compile-query.ts'
import { searchQuery } from '#server/search/words/search-words.ts'
import { listStatuses } from '#server/tickets/statuses/find-statuses.ts'
import { listTeams } from '#server/tickets/teams/find-teams.ts'
import { type Reader, theTeam } from '#server/tickets/ticket/caller.ts'
import { findTrue, isSparse, type Sort, type TicketFilter } from '#server/tickets/ticket/queries/lists.ts'
import { compileTicketQuery, selectionsOf } from '#server/tickets/ticket/queries/ticket-query.ts'
import type { HiddenShelf } from '#server/tickets/ticket/queries/views.ts'

/** Parses a search or a query of tickets. Refuses an invalid text with the position of the mistake. */
export async function readTicketQuery(tx: WorkspaceTx, text: string, reader: Reader): Promise<Query> {
  const keys = text === '' ? {} : await findQueryKeys(tx, reader)
  try {
    return reader.kind === 'customer' ? parseQuery(text, keys) : parseQuery(text, keys, ticketOrders)
  } catch (error) {
    throw error instanceof QueryError ? refusalOf(error) : error
  }
}

/** Returns the keys that the reader can query, with the custom fields, statuses and teams of the workspace. */
export const findQueryKeys = (tx: WorkspaceTx, { kind }: Pick<Reader, 'kind'>): Promise<QueryKeys> =>
  kind === 'customer' ? keysOfCustomer(tx) : keysOfTeam(tx)

const keysOfCustomer = cacheDefinition(async (tx) => ({
  ...customerQueryKeys,
  ...(await findFieldKeys(tx, 'ticket', { kind: 'customer' })),
}))

const keysOfTeam = cacheDefinition(async (tx) => ({
  ...ticketQueryKeys,
  ...(await findFieldKeys(tx, 'ticket', theTeam)),
  ...(await findFieldKeys(tx, 'customer', theTeam)),
  ...(await findFieldKeys(tx, 'company', theTeam)),
  status: statusQueryKey(await listStatuses(tx)),
  team: teamQueryKey(await listTeams(tx)),
}))

async function findFieldKeys(tx: WorkspaceTx, owner: FieldOwner, reader: Pick<Reader, 'kind'>) {
  const fields = (await findFields(tx, owner)).filter((field) => isReadBy(field, reader))
  return fieldQueryKeys(
    owner,
    fields.map(({ settings, ...field }) => ({ ...settings, ...field })),
  )
}

/** Returns the refusal of an invalid query, with the position of the mistake. */
export const refusalOf = ({ message, position, length, choices }: QueryError) =>
  new Refusal('query-invalid', { detail: message, shown: { position, length, choices } })

export type TicketSearch = {
  filter: Pick<TicketFilter, 'matches' | 'selections' | 'shown' | 'isUnsolved'>
  /** The words for the search index as a tsquery; null if the query has none, or has them only in OR or NOT. */
  words: string | null
}

/**
 * Splits a query into the words that the search index finds and the other conditions. With `wholeFilter` all words are
 * conditions, too.
 */
export async function compileSearch(
  tx: WorkspaceTx,
  reader: Reader,
  { node }: Query,
  { wholeFilter }: { wholeFilter: boolean },
): Promise<TicketSearch> {
  const [words, others] = wholeFilter ? [[], node] : takeWords(node)
  const indexed = words.length > 0 ? searchQuery(words.map(({ text }) => text).join(' ')) : null
  const shown = namedShelves(node)
  // A text without letters and digits, such as `--`, finds nothing. Beside other conditions it is ignored.
  if (isEverything(others)) {
    const isUnsearchable = words.length > 0 && !indexed
    return { filter: { matches: isUnsearchable ? sql<boolean>`false` : undefined, shown }, words: indexed }
  }
  const findNamed = async (owner: FieldOwner) =>
    hasCondition(others, ({ key }) => ownerInQuery(key) === owner) ? await findFields(tx, owner) : []
  const fields = {
    ticket: await findNamed('ticket'),
    customer: await findNamed('customer'),
    company: await findNamed('company'),
  }
  const statuses = hasCondition(others, namesStatus) ? await listStatuses(tx) : []
  const teams = hasCondition(others, ({ key }) => key === 'team') ? await listTeams(tx) : []
  const context = {
    ...(await findQueryMoment(tx)),
    workspaceId: tx.workspaceId,
    reader,
    fields,
    statuses,
    teams,
  }
  const selections = selectionsOf(others, context).map(({ ids, rest, ...selection }) => ({
    ...selection,
    matches: allOf([sql<boolean>`tickets.id = any(array(${ids}))`, compileTicketQuery(rest, context)]),
  }))
  const matches = compileTicketQuery(others, context)
  return { filter: { matches, selections, shown, isUnsolved: isOfUnsolved(others) }, words: indexed }
}

/**
 * Compiles a query for a list, which reads the tickets of an index if these are few. `list`: a list that is read in its
 * order until a page is full. It finds frequent tickets faster than the index.
 */
export async function compileListed(
  tx: WorkspaceTx,
  reader: Reader,
  query: Query,
  { wholeFilter, list }: { wholeFilter: boolean; list?: { filter: TicketFilter; sort: Sort } },
): Promise<TicketSearch> {
  const { filter, words } = await compileSearch(tx, reader, query, { wholeFilter })
  const { selections = [], ...rest } = filter
  const isSlowList = list && isSparse(tx.workspaceId, reader, { ...list.filter, ...rest }, list.sort)
  const conditions = selections.map(({ isFew, isSmall }) =>
    isSlowList ? sql<boolean>`(${isFew} or (${isSlowList} and ${isSmall}))` : isSmall,
  )
  const selection = selections[await findTrue(tx, conditions)]
  return { filter: { ...rest, matches: selection?.matches ?? rest.matches }, words }
}

function hasCondition(node: QueryNode, isMeant: (condition: Condition) => boolean): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.some((part) => hasCondition(part, isMeant))
  if (node.kind === 'not') return hasCondition(node.part, isMeant)
  return node.kind === 'condition' && isMeant(node)
}

const namesStatus = ({ key, values }: Condition) =>
  key === 'status' && values.some(({ text }) => !categories.some((category) => category === text))

export const isEverything = (node: QueryNode) => node.kind === 'and' && node.parts.length === 0

const shelves: Record<string, HiddenShelf> = { spam: 'spam', trashed: 'trash' }

/** Returns the hidden shelves that a query asks for: `is:spam` shows spam, `-is:spam` does not. */
function namedShelves(node: QueryNode): HiddenShelf[] {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.flatMap(namedShelves)
  if (node.kind !== 'condition' || node.key !== 'is') return []
  return node.values.flatMap(({ text }) => shelves[text] ?? [])
}

const unsolved = ['new', 'open', 'pending', 'on_hold']

/** Returns whether all tickets that match are neither solved nor closed, because the query says so. */
function isOfUnsolved(node: QueryNode): boolean {
  if (namedShelves(node).length > 0) return false
  const parts = node.kind === 'and' ? node.parts : [node]
  return parts.some(
    (part) =>
      part.kind === 'condition' &&
      part.key === 'status' &&
      ((part.operator === ':' && part.values.every(({ text }) => unsolved.includes(text))) ||
        (part.operator === '<' && part.values.every(({ text }) => text === 'solved' || unsolved.includes(text))) ||
        (part.operator === '<=' && part.values.every(({ text }) => unsolved.includes(text)))),
  )
}

const slowKeys = ['subject', 'has', 'replies', 'cc']

/** Returns whether the query has a condition that takes long for each ticket. */
export function isSlow(node: QueryNode): boolean {
  if (node.kind === 'and' || node.kind === 'or') return node.parts.some(isSlow)
  if (node.kind === 'not') return isSlow(node.part)
  return (
    node.kind === 'words' ||
    slowKeys.includes(node.key) ||
    (node.key === 'is' && node.values.some(({ text }) => text === 'held'))
  )
}
