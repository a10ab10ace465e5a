import type { TicketField } from '#contract/fields/custom-fields.ts'
import { type snoozeDays, type snoozeUnits, tagLabels } from '#contract/tickets/macro-values.ts'
import type { MacroAction } from '#contract/tickets/macros.ts'
import { customValueInWords } from '#web/fields/custom/custom-fields.ts'
import { plural } from '#web/lib/words/format.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import {
  addFollower,
  addTags,
  assignTo,
  linkToProblem,
  removeTag,
  setCustomField,
  setPriority,
  setStatus,
  setTeam,
  setType,
  snoozeUntil,
  type TicketChange,
} from '#web/service/tickets/ticket/changes/changes.ts'
import {
  choosableStatuses,
  none,
  priorityOptions,
  typeLabel,
  typeOptions,
} from '#web/service/tickets/ticket/choices.tsx'
import type { Member, TicketStatus, TicketTeam } from '#web/service/tickets/ticket/types.ts'

export type SnoozeEnd = Extract<MacroAction, { kind: 'snooze' }>['until']

export type ActionContext = {
  statuses: TicketStatus[]
  members: Member[]
  fields: TicketField[]
  teams: TicketTeam[]
  viewer: Pick<Member, 'id' | 'name' | 'surname' | 'email'>
  timeZone: string
}

/** One change that a macro makes, in words. `key`: a later change with the same key replaces it. */
export type MacroStep = Words & { action: MacroAction; change: TicketChange; status?: TicketStatus }
type Words = { key: string; label: string; value: string }

/** Returns the changes of a macro. Leaves out what does not exist any more. */
export function stepsOf(actions: MacroAction[], context: ActionContext, now: Date): MacroStep[] {
  return withoutReplaced(actions.flatMap((action) => stepsOfAction(action, context, now)))
}

export const withoutReplaced = (steps: MacroStep[]) =>
  steps.filter(({ key }, at) => steps.findLastIndex((step) => step.key === key) === at)

function stepsOfAction(action: MacroAction, context: ActionContext, now: Date): MacroStep[] {
  switch (action.kind) {
    case 'set':
      return stepOfSetting(action.field, action.value, context).map((step) => ({ ...step, action }))
    case 'add_tags':
      return action.tags.map((tag) => ({
        ...{ key: `tag ${tag}`, label: tagLabels.add_tags, value: tag },
        ...{ action: { kind: 'add_tags', tags: [tag] }, change: addTags([tag]) },
      }))
    case 'remove_tags':
      return action.tags.map((tag) => ({
        ...{ key: `tag ${tag}`, label: tagLabels.remove_tags, value: tag },
        ...{ action: { kind: 'remove_tags', tags: [tag] }, change: removeTag(tag) },
      }))
    case 'snooze':
      return [
        {
          action,
          key: 'snooze',
          label: 'Snooze',
          value: snoozeWords(action.until),
          change: snoozeUntil(snoozeEnd(action.until, now)),
        },
      ]
    case 'link_to_problem': {
      const { problem: id, number } = action
      // No problem is chosen yet.
      if (number === undefined) return []
      const words = { key: 'problem', label: 'Problem →', value: String(number) }
      return [{ action, ...words, change: linkToProblem({ id, number }) }]
    }
    case 'add_follower': {
      const member = memberOf(action.member, context)
      if (!member) return []
      const value = nameOf(member, context)
      return [{ action, key: `follower ${member.id}`, label: 'Follower +', value, change: addFollower(member) }]
    }
  }
}

function stepOfSetting(field: string, value: unknown, context: ActionContext): Omit<MacroStep, 'action'>[] {
  if (field === 'status' || field === 'statusId') {
    const status = statusOf(field, value, context.statuses)
    if (!status) return []
    return [{ key: 'status', label: 'Status →', value: status.name, change: setStatus(status, context.viewer), status }]
  }
  if (field === 'priority') {
    const option = priorityOptions.find((one) => one.value === value)
    return option ? [{ key: field, label: 'Priority →', value: option.label, change: setPriority(option.value) }] : []
  }
  if (field === 'type') {
    const type = typeOptions.find((one) => one.value === (value ?? none))?.value || null
    return [{ key: field, label: 'Type →', value: typeLabel(type), change: setType(type) }]
  }
  if (field === 'assignee') {
    const member = memberOf(value, context)
    if (value !== null && !member) return []
    const name = member ? nameOf(member, context) : 'Unassigned'
    return [{ key: field, label: 'Assignee →', value: name, change: assignTo(member) }]
  }
  if (field === 'team') {
    const team = context.teams.find(({ id }) => id === value)
    if (value !== null && !team) return []
    return [{ key: field, label: 'Team →', value: team?.name ?? 'No team', change: setTeam(team) }]
  }
  const custom = context.fields.find(({ key }) => field === `field.${key}`)
  if (!custom) return []
  const words = customValueInWords(custom, value, context.timeZone) || 'None'
  return [{ key: field, label: `${custom.label} →`, value: words, change: setCustomField(custom, value) }]
}

const statusOf = (field: 'status' | 'statusId', value: unknown, statuses: TicketStatus[]) =>
  field === 'statusId'
    ? statuses.find(({ id }) => id === value)
    : choosableStatuses(statuses).find(({ category, isDefault }) => isDefault && category === value)

const memberOf = (value: unknown, { members, viewer }: ActionContext) =>
  members.find(({ id, status }) => status === 'active' && id === (value === 'me' ? viewer.id : value))

const nameOf = (member: Member, { viewer }: ActionContext) => (member.id === viewer.id ? 'Me' : fullName(member))

const days: (typeof snoozeDays)[number][] = [
  ...(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const),
]
const morningHour = 9
const hourMs = 3_600_000

/** Returns when a snooze ends: days and weeks end in the morning. */
function snoozeEnd(until: SnoozeEnd, now: Date): Date {
  if ('amount' in until && until.unit === 'hours') return new Date(now.getTime() + until.amount * hourMs)
  const end = new Date(now)
  const ahead =
    'next' in until
      ? (days.indexOf(until.next) - now.getDay() + 7) % 7 || 7
      : until.amount * (until.unit === 'weeks' ? 7 : 1)
  end.setDate(end.getDate() + ahead)
  end.setHours(morningHour, 0, 0, 0)
  return end
}

const unitWords: Record<(typeof snoozeUnits)[number], [string, string]> = {
  hours: ['hour', 'hours'],
  days: ['day', 'days'],
  weeks: ['week', 'weeks'],
}

export function snoozeWords(until: SnoozeEnd): string {
  if ('next' in until) return `until next ${capital(until.next)}`
  return plural(until.amount, ...unitWords[until.unit])
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Joins the changes of steps into one. */
export function joinSteps(steps: MacroStep[], name: string): TicketChange {
  const changes = steps.map(({ change }) => change)
  return {
    done: `changed by the macro ${name}`,
    changes: changes.map((change) => change.changes).reduce(joinChanges, {}),
    preview(ticket) {
      const shown: ReturnType<TicketChange['preview']> = {}
      for (const change of changes) Object.assign(shown, change.preview({ ...ticket, ...shown }))
      return shown
    },
  }
}

type Changes = TicketChange['changes']

function joinChanges(one: Changes, other: Changes): Changes {
  const lists = (['addTags', 'removeTags', 'addFollowers'] as const).flatMap((name) => {
    const both = [...(one[name] ?? []), ...(other[name] ?? [])]
    return both.length > 0 ? [[name, both]] : []
  })
  const customFields = { ...one.customFields, ...other.customFields }
  return {
    ...one,
    ...other,
    ...Object.fromEntries(lists),
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}
