import { sql } from 'kysely'
import { readEmailAddress } from '#contract/email-address.ts'
import type { Query, QueryNode } from '#contract/search/query.ts'
import { isEmptyValue, needsQuotes, QueryError, type QueryValue } from '#contract/search/query-keys.ts'
import { namesMembers, statusValue, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'
import { isUuid } from '#contract/uuid.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listStatuses } from '#server/tickets/statuses/find-statuses.ts'
import { listTeams } from '#server/tickets/teams/find-teams.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { customersNamed, membersNamed } from '#server/tickets/ticket/queries/ticket-query.ts'

type PersonKey = 'assignee' | 'follower' | 'requester' | 'cc'
type NamedKey = PersonKey | 'status' | 'team'
type Named = { key: NamedKey; value: QueryValue }

const personKeys: readonly string[] = ['assignee', 'follower', 'requester', 'cc'] satisfies PersonKey[]

/** Maximum number of members that a name in a query can stand for. */
const mostNamed = 10

/** Replaces the values that name people, statuses or teams. `replace` returns the values that take the place of one value. */
async function replaceNames(query: Query, replace: (named: Named) => Promise<QueryValue[]>): Promise<Query> {
  async function within(node: QueryNode): Promise<QueryNode> {
    if (node.kind === 'and' || node.kind === 'or') {
      const parts: QueryNode[] = []
      for (const part of node.parts) parts.push(await within(part))
      return { ...node, parts }
    }
    if (node.kind === 'not') return { ...node, part: await within(node.part) }
    if (node.kind !== 'condition' || !(personKeys.includes(node.key) || node.key === 'status' || node.key === 'team'))
      return node
    const key = node.key as NamedKey
    const values: QueryValue[] = []
    for (const value of node.values) values.push(...(isWord(key, value) ? [value] : await replace({ key, value })))
    return { ...node, values }
  }
  return { ...query, node: await within(query.node) }
}

/** Returns whether a value is `me`, `mine`, `none` or `any`, which name nobody in particular. */
const isWord = (key: NamedKey, value: QueryValue) =>
  isEmptyValue(ticketQueryKeys[key], value) ||
  (key === 'team' && value.text === 'mine') ||
  (namesMembers(key) && !value.isQuoted && value.text.toLowerCase() === 'me')

/**
 * Replaces names of members, statuses and teams, and mail addresses of customers with ids, so that the query finds the same
 * tickets after they change. Words of the name of a customer stay words.
 *
 * @throws QueryError if a value names nobody, or too many members
 */
export async function withIds(tx: WorkspaceTx, reader: Reader, query: Query): Promise<Query> {
  const context = { workspaceId: tx.workspaceId, reader }
  const statuses = await listStatuses(tx)
  const teams = await listTeams(tx)
  return replaceNames(query, async ({ key, value }) => {
    const id = value.text.toLowerCase()
    if (key === 'status') {
      const status = statuses.find((one) => statusValue(one) === value.text)
      return [status ? idValue(value, status.id) : value]
    }
    if (key === 'team') return [idValue(value, teams.find(({ name }) => name === value.text)!.id)]
    if (!namesMembers(key)) {
      const isOne = isUuid(id) || readEmailAddress(value.text) !== null
      if (!isOne) return [value]
      const { rows } = await sql<{ id: string }>`
        select id from customers where workspace_id = ${tx.workspaceId} and id in (${customersNamed(context, value)})`.execute(
        tx,
      )
      if (rows.length === 0 && isUuid(id)) throw new QueryError('There is no customer with this id', value)
      return rows.length === 1 ? [idValue(value, rows[0]!.id)] : [value]
    }
    const { rows } = await sql<{ id: string }>`
      select id from members where workspace_id = ${tx.workspaceId} and id in (${membersNamed(context, value)})
      order by id limit ${mostNamed + 1}`.execute(tx)
    if (rows.length === 0) throw new QueryError(`No member is called "${value.text}"`, value)
    if (rows.length > mostNamed)
      throw new QueryError(`More than ${mostNamed} members are called "${value.text}". Name one of them.`, value)
    return rows.map((row) => idValue(value, row.id))
  })
}

const idValue = ({ position, length }: QueryValue, text: string): QueryValue => ({
  text,
  isQuoted: false,
  position,
  length,
})

/** The people whose ids are in a query. */
export type PeopleOfQuery = { members: string[]; customers: string[] }

export function peopleOf({ node }: Query): PeopleOfQuery {
  if (node.kind === 'words') return { members: [], customers: [] }
  if (node.kind === 'not') return peopleOf({ node: node.part, order: null })
  if (node.kind !== 'condition') {
    const each = node.parts.map((part) => peopleOf({ node: part, order: null }))
    return {
      members: each.flatMap(({ members }) => members),
      customers: each.flatMap(({ customers }) => customers),
    }
  }
  const ids = personKeys.includes(node.key)
    ? node.values.map(({ text }) => text.toLowerCase()).filter((text) => isUuid(text))
    : []
  return namesMembers(node.key) ? { members: ids, customers: [] } : { members: [], customers: ids }
}

export type KnownPerson = { name: string /** What a query can name the person by. */; inQuery: string }

/** Finds the people that are still there. A member whose name others have, too, is named by the mail address. */
export async function findPeople(
  tx: WorkspaceTx,
  { members, customers }: PeopleOfQuery,
): Promise<Map<string, KnownPerson>> {
  const { rows } = await sql<{ id: string } & KnownPerson>`
    select m.id, m.full_name as name,
      case when m.full_name = '' or exists (select from members o
        where o.workspace_id = ${tx.workspaceId} and o.id <> m.id and fold(trim(o.name || ' ' || o.surname)) = fold(m.full_name))
      then m.email else m.full_name end as in_query
    from (select id, email, trim(name || ' ' || surname) as full_name from members
      where workspace_id = ${tx.workspaceId} and id = any(${members}::uuid[])) m
    union all
    select c.id, coalesce(nullif(c.name, ''), e.address, '') as name, coalesce(e.address, c.id::text) as in_query
    from customers c
    left join customer_emails e on e.workspace_id = ${tx.workspaceId} and e.customer_id = c.id and e.is_primary
    where c.workspace_id = ${tx.workspaceId} and c.id = any(${customers}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

/** Replaces the ids of known people with their present names. */
export const withNames = (query: Query, people: ReadonlyMap<string, KnownPerson>) =>
  replaceNames(query, async ({ value }) => {
    const person = people.get(value.text.toLowerCase())
    return [person ? namedValue(value, person.inQuery) : value]
  })

/** Returns a value with another text, in quotation marks if the text needs them. */
export const namedValue = (value: QueryValue, text: string): QueryValue => ({
  ...value,
  text,
  isQuoted: needsQuotes.test(text),
})
