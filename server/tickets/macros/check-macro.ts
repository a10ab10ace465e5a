import { nearestNames } from '#contract/nearest-name.ts'
import {
  fieldVariable,
  findStrayBraces,
  findVariables,
  inputVariable,
  macroVariables,
} from '#contract/tickets/macro-variables.ts'
import type { MacroAction } from '#contract/tickets/macros.ts'
import { changeTicket } from '#contract/tickets/tickets.ts'
import { isUuid } from '#contract/uuid.ts'
import { changeCustomValues } from '#server/fields/custom-fields/custom-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listStatuses } from '#server/tickets/statuses/find-statuses.ts'
import { holdTeam } from '#server/tickets/teams/find-teams.ts'
import { findMemberNames, listActiveMembers } from '#server/workspace/team/find-members.ts'
import { listProblems, type MacroRow } from './queries.ts'
import { textsOfHtml } from './variables-in-html.ts'

const fieldPrefix = 'field.'
export const keyOfField = (field: string) => (field.startsWith(fieldPrefix) ? field.slice(fieldPrefix.length) : null)
export const fieldNamed = (key: string) => `${fieldPrefix}${key}`

const ofTickets = ['status', 'statusId', 'priority', 'type', 'assignee', 'team'] as const
type TicketSetting = (typeof ofTickets)[number]
const { shape: settings } = changeTicket.body
const isSetting = (field: string): field is TicketSetting => ofTickets.some((name) => name === field)

type SetAction = Extract<MacroAction, { kind: 'set' }>

/**
 * Checks the actions of a macro. Returns them as they are stored, with the ids of fields instead of keys, and the names
 * of everything that they refer to.
 */
export async function storeActions(tx: WorkspaceTx, caller: Pick<Member, 'kind'>, actions: MacroAction[]) {
  const sets = actions.filter((action) => action.kind === 'set')
  for (const action of sets) refuseSetting(action)
  refuseRestingSnooze(actions, await findCategory(tx, sets))
  const given = Object.fromEntries(
    sets.flatMap(({ field, value }) => {
      const key = keyOfField(field)
      return key === null ? [] : [[key, value ?? null]]
    }),
  )
  const values = await changeCustomValues(tx, 'ticket', { values: {}, given, caller })
  const fields = await findFields(tx, 'ticket')
  const used = fields.filter(({ key }) => Object.hasOwn(given, key))
  const named: Record<string, string> = {
    ...Object.fromEntries(used.map(({ id, label }) => [id, label])),
    ...(await nameStatuses(tx, sets)),
    ...(await nameTeams(tx, sets)),
    ...(await nameMembers(tx, actions)),
  }
  const problems = new Map((await listProblems(tx, problemsIn(actions))).map(({ id, number }) => [id, number]))
  for (const id of problemsIn(actions)) {
    if (!problems.has(id)) throw new Refusal('not-a-problem')
    named[id] = `Problem ${problems.get(id)}`
  }
  const stored = actions.map((action): MacroAction => {
    if (action.kind === 'link_to_problem') return { ...action, number: problems.get(action.problem) }
    const field = action.kind === 'set' && used.find(({ key }) => key === keyOfField(action.field))
    return field ? { kind: 'set', field: fieldNamed(field.id), value: values[field.id] ?? null } : action
  })
  return { actions: stored, named }
}

function refuseSetting({ field, value }: SetAction) {
  if (keyOfField(field) !== null) return
  if (!isSetting(field))
    throw invalidActions(
      `A macro cannot set “${field}”. It can set ${ofTickets.join(', ')}, and ${fieldNamed('KEY')} of a field of tickets.`,
    )
  if (field === 'assignee' && value === 'me') return
  const { success } = settings[field].safeParse(value)
  if (!success || value === undefined) throw invalidActions(`This is not a value of ${field}: ${JSON.stringify(value)}`)
  if (value === 'closed' || value === 'new')
    throw invalidActions('A macro cannot set New or Closed. Choose another status.')
}

const invalidActions = (detail: string) => new Refusal('invalid', { detail, fields: { actions: detail } })

/** Returns the category of the status that the last of the actions sets. */
async function findCategory(tx: WorkspaceTx, sets: SetAction[]) {
  const last = sets.findLast(({ field }) => field === 'status' || field === 'statusId')
  if (last?.field !== 'statusId') return last?.value
  const status = (await listStatuses(tx)).find(({ id }) => id === last.value)
  if (!status) throw new Refusal('status-not-found')
  if (status.category === 'closed' || status.category === 'new')
    refuseSetting({ ...last, field: 'status', value: status.category })
  return status.category
}

function refuseRestingSnooze(actions: MacroAction[], category: unknown) {
  if (category === 'solved' && actions.some(({ kind }) => kind === 'snooze'))
    throw invalidActions('A solved ticket cannot be snoozed. Remove one of the two actions.')
}

async function nameStatuses(tx: WorkspaceTx, sets: SetAction[]) {
  const ids = sets.flatMap(({ field, value }) => (field === 'statusId' ? [value] : []))
  const statuses = ids.length === 0 ? [] : await listStatuses(tx)
  const used = statuses.filter(({ id }) => ids.includes(id))
  if (used.length < new Set(ids).size) throw new Refusal('status-not-found')
  return Object.fromEntries(used.map(({ id, name }) => [id, name]))
}

async function nameTeams(tx: WorkspaceTx, sets: SetAction[]) {
  const named: Record<string, string> = {}
  for (const id of teamsIn(sets)) named[id] = (await holdTeam(tx, id)).name
  return named
}

/** Returns the ids of the teams that actions name. */
export const teamsIn = (actions: MacroAction[]): string[] => [
  ...new Set(
    actions.flatMap((action) =>
      action.kind === 'set' && action.field === 'team' && typeof action.value === 'string' ? [action.value] : [],
    ),
  ),
]

/** Returns the ids of the members whom actions name. */
export const membersIn = (actions: MacroAction[]): string[] => [
  ...new Set(
    actions.flatMap((action) => {
      const member = action.kind === 'add_follower' ? action.member : isAssignment(action) ? action.value : null
      return typeof member === 'string' && isUuid(member) ? [member] : []
    }),
  ),
]

/** Returns the ids of the problems that actions name. */
export const problemsIn = (actions: MacroAction[]): string[] => [
  ...new Set(actions.flatMap((action) => (action.kind === 'link_to_problem' ? [action.problem] : []))),
]

const isAssignment = (action: MacroAction): action is SetAction => action.kind === 'set' && action.field === 'assignee'

async function nameMembers(tx: WorkspaceTx, actions: MacroAction[]) {
  const ids = membersIn(actions)
  if ((await listActiveMembers(tx, ids)).length < ids.length) throw new Refusal('member-not-found')
  return Object.fromEntries(await findMemberNames(tx, ids))
}

/** Refuses texts with variables that the macro does not have, or with braces that belong to no variable. */
export async function refuseUnknownVariables(
  tx: WorkspaceTx,
  { body, texts, inputs }: Pick<MacroRow, 'body' | 'texts' | 'inputs'>,
) {
  const all = [
    ['text', body] as const,
    ...Object.entries(texts).map(([language, html]) => [`texts.${language}`, html] as const),
  ]
  if (!all.some(([, html]) => /\{\{|\}\}/.test(html))) return
  const known = [
    ...macroVariables,
    ...inputs.map(({ key }) => inputVariable(key)),
    ...(await findFields(tx, 'ticket')).map(({ key }) => fieldVariable('ticket', key)),
    ...(await findFields(tx, 'customer')).map(({ key }) => fieldVariable('customer', key)),
  ]
  for (const [name, html] of all) {
    const fault = textsOfHtml(html)
      .map((text) => faultOf(text, known))
      .find((found) => found !== undefined)
    if (fault) throw new Refusal('invalid', { detail: fault, fields: { [name]: fault } })
  }
}

function faultOf(text: string, known: string[]): string | undefined {
  const unknown = findVariables(text).find(({ key }) => !known.includes(key))
  if (unknown)
    return `There is no variable {{${unknown.key}}}. The variables are: ${nearestNames(unknown.key, known).join(', ')}`
  const stray = findStrayBraces(text)
  if (stray === undefined) return undefined
  return `“${stray}” is no variable. Write one like {{customer.name}} or {{customer.first_name | "there"}}, in one format.`
}
