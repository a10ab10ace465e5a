import { type RawBuilder, sql } from 'kysely'
import { type Condition, formatValue } from '#contract/search/query.ts'
import { priorities, statuses } from '#contract/tickets/ticket-values.ts'
import { columnOfField, fieldOfColumn, isGroupField, type TicketGrouping } from '#contract/tickets/view-values.ts'
import { isUuid } from '#contract/uuid.ts'
import { compileFieldCondition, isAtMost, selectMatching } from '#server/fields/custom-fields/compile-condition.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { allOf, eitherOf, findQueryMoment } from '#server/search/words/compile-query.ts'
import { listTeams } from '#server/tickets/teams/find-teams.ts'
import { type Reader, visibleTo } from '#server/tickets/ticket/caller.ts'
import { namedValue } from '#server/tickets/ticket/lists/people-of-query.ts'
import { conditionsOf, findTrue, type TicketFilter } from './lists.ts'
import { mostFew } from './ticket-query.ts'

/** What the tickets of a group have; null for those that have nothing. */
type Key = string | null
type Group = { key: Key; value: string; name: string | null }
export type CountedGroup = Group & { count: number }

export type Grouping = {
  /** SQL of the key of a ticket, as a text. */
  key: RawBuilder<unknown>
  /** SQL that counts the tickets of each key. */
  count: (tickets: RawBuilder<unknown>) => RawBuilder<unknown>
  /** Returns SQL that is true for the tickets with one of the keys. */
  has: (keys: Key[]) => RawBuilder<boolean> | Promise<RawBuilder<boolean>>
  /** Returns the groups of the keys in their order. A key that does not exist any more has none. */
  list: (keys: Key[]) => Group[] | Promise<Group[]>
}

/** Finds what a list is grouped by. Refuses a field that tickets cannot be grouped by. */
export async function findGrouping(tx: WorkspaceTx, grouping: TicketGrouping): Promise<Grouping> {
  if (grouping === 'status') return ofColumn(sql`status`, fixed(statuses))
  if (grouping === 'priority') return ofColumn(sql`priority`, fixed(priorities.toReversed()))
  if (grouping === 'assignee') return ofColumn(sql`assignee_id`, (keys) => listAssignees(tx, keys))
  if (grouping === 'team') return ofColumn(sql`team_id`, (keys) => listTeamGroups(tx, keys))
  if (grouping === 'company') return ofCompany(tx)
  return ofField(tx, await findGroupField(tx, fieldOfColumn(grouping)!))
}

/** Finds a field that tickets can be grouped by. */
export async function findGroupField(tx: WorkspaceTx, key: string): Promise<CustomField> {
  const fields = await findFields(tx, 'ticket')
  const possible = fields.filter(({ kind, settings }) => isGroupField({ kind, ...settings }))
  const found = possible.find((field) => field.key === key)
  if (found) return found
  const reason = fields.some((field) => field.key === key)
    ? `Tickets can be grouped by a choice of one option. The field "${key}" is another kind of field.`
    : `There is no ticket field "${key}".`
  const choices = possible.map((field) => `field.${field.key}`).join(', ')
  throw new Refusal('invalid', { fields: { group: choices ? `${reason} Fields to group by: ${choices}` : reason } })
}

/** Counts the tickets of a filter in each group. The group of `also` is there without tickets, too. */
export async function countGroups(
  tx: WorkspaceTx,
  reader: Reader,
  filter: TicketFilter,
  { grouping, also }: { grouping: Grouping; also: Key | undefined },
): Promise<CountedGroup[]> {
  const id = tx.workspaceId
  const found = sql`(select * from tickets
    where workspace_id = ${id} and ${conditionsOf(id, reader, filter)} and ${visibleTo(reader, id)}) tickets`
  const { rows } = await sql<{ key: Key; count: number }>`${grouping.count(found)}`.execute(tx)
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  const keys = new Set([...counts.keys(), ...(also === undefined ? [] : [also])])
  const groups = await grouping.list([...keys])
  return groups.map((group) => ({ ...group, count: counts.get(group.key) ?? 0 }))
}

const ofColumn = (column: RawBuilder<unknown>, list: Grouping['list']): Grouping => ({
  key: sql`${column}::text`,
  count: (tickets) => sql`select ${column}::text as key, count(*)::int as count from ${tickets} group by 1`,
  has: (keys) => isOneOf(column, keys),
  list,
})

/** An index can serve an order beside one key, but not beside several. */
function isOneOf(column: RawBuilder<unknown>, keys: Key[]): RawBuilder<boolean> {
  const named = keys.filter((key) => key !== null)
  return eitherOf([
    ...(named.length < keys.length ? [sql<boolean>`${column} is null`] : []),
    ...(named.length === 1 ? [sql<boolean>`${column} = ${named[0]}`] : []),
    ...(named.length > 1 ? [sql<boolean>`${column} = any(${named})`] : []),
  ])
}

const none = (keys: Key[]): Group[] => (keys.includes(null) ? [{ key: null, value: 'none', name: null }] : [])

const fixed = (values: readonly string[]) => (keys: Key[]) =>
  values.filter((value) => keys.includes(value)).map((value) => ({ key: value, value, name: null }))

/** The ids among the keys. A cursor that was written by hand can have another text. */
const idsIn = (keys: Key[]) => keys.filter((key) => key !== null && isUuid(key))

async function listAssignees(tx: WorkspaceTx, keys: Key[]): Promise<Group[]> {
  const name = sql`trim(name || ' ' || surname)`
  const { rows } = await sql<Group>`
    select id as key, id as value, coalesce(nullif(${name}, ''), email) as name from members
    where workspace_id = ${tx.workspaceId} and id = any(${idsIn(keys)}::uuid[])
    order by ${inOrder(name, await findOwnOrder(tx))}, id`.execute(tx)
  return [...none(keys), ...rows]
}

async function listTeamGroups(tx: WorkspaceTx, keys: Key[]): Promise<Group[]> {
  const teams = (await listTeams(tx)).filter(({ id }) => keys.includes(id))
  return [...none(keys), ...teams.map(({ id, name }) => ({ key: id, value: id, name }))]
}

/** Groups by the company of the requester. One with several companies counts for the oldest of them. */
function ofCompany(tx: WorkspaceTx): Grouping {
  const id = tx.workspaceId
  const companyOf = (requester: RawBuilder<unknown>) => sql`(select p.company_id from company_people p
    where p.workspace_id = ${id} and p.customer_id = ${requester} order by p.company_id limit 1)`
  const company = companyOf(sql`tickets.requester_id`)
  return {
    key: sql`${company}::text`,
    count: (tickets) => sql`
      select ${companyOf(sql`r.requester_id`)}::text as key, sum(r.count)::int as count
      from (select requester_id, count(*) as count from ${tickets} group by 1) r group by 1`,
    has(keys) {
      const companies = idsIn(keys)
      if (companies.length < keys.length) return isOneOf(company, keys)
      return allOf([
        sql`tickets.requester_id in (select p.customer_id from company_people p
          where p.workspace_id = ${id} and p.company_id = any(${companies}::uuid[]))`,
        isOneOf(company, keys),
      ])
    },
    async list(keys) {
      const { rows } = await sql<Group>`
        select id as key, id as value, name from companies
        where workspace_id = ${id} and id = any(${idsIn(keys)}::uuid[])
        order by ${inOrder(sql`name`, await findOwnOrder(tx))}, id`.execute(tx)
      return [...none(keys), ...rows]
    },
  }
}

async function ofField(tx: WorkspaceTx, field: CustomField): Promise<Grouping> {
  const id = tx.workspaceId
  const moment = await findQueryMoment(tx)
  const isValueOf = (ticket: RawBuilder<unknown>) =>
    sql`v.workspace_id = ${id} and v.subject_id = ${ticket} and v.field_id = ${field.id} and v.place = 0`
  return {
    key: sql`(select v.text from custom_field_values v where ${isValueOf(sql`tickets.id`)})`,
    count: (tickets) => sql`select v.text as key, count(*)::int as count from ${tickets}
      left join custom_field_values v on ${isValueOf(sql`tickets.id`)} group by 1`,
    async has(keys) {
      const condition: Condition = {
        kind: 'condition',
        key: columnOfField(field.key),
        operator: ':',
        values: keys.map((key) => (key === null ? emptyValue : namedValue(emptyValue, key))),
        position: 0,
        length: 0,
      }
      const selection = selectMatching(field, condition, { workspaceId: id, moment })
      const isFew = selection && (await findTrue(tx, [isAtMost(selection, mostFew)])) === 0
      return allOf([
        ...(isFew ? [sql<boolean>`tickets.id = any(array(${selection.ids}))`] : []),
        compileFieldCondition(field, condition, {
          owner: { workspaceId: id, some: (matches) => matches(sql`tickets.id`) },
          moment,
        }),
      ])
    },
    list: (keys) => [
      ...none(keys),
      ...(field.settings.options ?? [])
        .filter(({ key }) => keys.includes(key))
        .map(({ key, label }) => ({ key, value: formatValue(namedValue(emptyValue, key)), name: label ?? key })),
    ],
  }
}

const emptyValue = { text: 'none', isQuoted: false, position: 0, length: 0 }
