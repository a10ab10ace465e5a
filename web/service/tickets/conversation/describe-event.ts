import { shownAddress } from '#contract/tickets/shown-address.ts'
import { plural } from '#web/lib/words/format.ts'
import { choiceLabels } from '#web/service/tickets/ticket/choices.tsx'
import type { Status, TicketEvent } from '#web/service/tickets/ticket/types.ts'
import { statusLabel } from '#web/ui/mark/status-pill.tsx'

type Words = (event: TicketEvent) => string

const named = (value: unknown) => (value instanceof Object && 'name' in value ? value.name : null) ?? 'nobody'
const quoted = (value: unknown) => `“${String(value)}”`
const addressed = (value: unknown) =>
  value instanceof Object && 'to' in value && Array.isArray(value.to)
    ? value.to.map((address) => shownAddress(String(address))).join(', ')
    : 'somebody'
const numbered = (value: unknown) => (value instanceof Object && 'number' in value ? value.number : null) ?? ''

/** The other ticket of a link. */
function described(value: unknown) {
  const kind = value instanceof Object && 'kind' in value ? value.kind : null
  const what = kind === 'incident_of' ? 'problem' : kind === 'problem_of' ? 'incident' : 'ticket'
  return `${what} ${numbered(value)}`
}

const describeAnswers: Words = ({ new: after }) => {
  const { kind, count } = after as { kind: string; count: number }
  const incidents = plural(count, 'incident')
  return kind === 'solve'
    ? `reply to ${incidents} started, which solves them`
    : `message that it is fixed started to ${incidents}`
}

const describeDueDate: Words = ({ new: after }) => (after ? 'due date set' : 'due date removed')

const mostLetters = 80

const describeField: Words = ({ new: after }) => {
  const { field, text } = after as { field: { label: string }; text: string }
  if (text === '') return `${field.label} removed`
  return `${field.label} set to ${quoted(text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text)}`
}

const descriptions: Record<string, Words> = {
  'custom-field.changed': describeField,
  'ticket.created': () => 'created',
  'subject.changed': ({ new: after }) => `subject changed to ${quoted(after)}`,
  'status.changed': ({ new: after }) => `status set to ${statusLabel(after as Status)}`,
  'statusId.changed': ({ new: after }) => `status set to ${named(after)}`,
  'assignee.changed': ({ new: after }) => (after ? `assigned to ${named(after)}` : 'assignee removed'),
  'team.changed': ({ old, new: after }) =>
    after ? `team ${old ? `changed from ${named(old)} to` : 'set to'} ${named(after)}` : `team ${named(old)} removed`,
  'tags.changed': ({ old, new: after }) => describeTags(listOf(old), listOf(after)),
  'dueDate.changed': describeDueDate,
  'externalId.changed': ({ new: after }) => (after ? `external id set to ${quoted(after)}` : 'external id removed'),
  'due.changed': describeDueDate,
  'snooze.set': () => 'snoozed',
  'snooze.ended': () => 'snooze ended',
  'spam.set': () => 'marked as spam',
  'spam.ended': () => 'marked as not spam',
  'trash.set': () => 'moved to the trash',
  'trash.ended': () => 'restored from the trash',
  'follow-up.created': ({ new: after }) => `followed by ticket ${numbered(after)}`,
  'merge.set': ({ new: after }) => `merged into ticket ${numbered(after)}`,
  'merge.ended': ({ new: after }) => `merge into ticket ${numbered(after)} undone`,
  'merged-ticket.added': ({ new: after }) => `ticket ${numbered(after)} merged into this ticket`,
  'merged-ticket.removed': ({ new: after }) => `merge of ticket ${numbered(after)} undone`,
  'message.taken-back': () => 'reply taken back',
  'message.redacted': () => 'message deleted permanently',
  'message.split': ({ new: after }) => `split into ticket ${numbered(after)}`,
  'split.ended': ({ new: after }) => `split into ticket ${numbered(after)} undone`,
  'incidents.answered': describeAnswers,
  'link.added': ({ new: after }) => `linked to ${described(after)}`,
  'link.removed': ({ new: after }) => `link to ${described(after)} removed`,
  'follower.added': ({ new: after }) => `${named(after)} follows`,
  'follower.removed': ({ new: after }) => `${named(after)} no longer follows`,
  'side-conversation.started': ({ new: after }) => `side conversation with ${addressed(after)} started`,
  'side-conversation.closed': ({ new: after }) => `side conversation with ${addressed(after)} marked as done`,
  'side-conversation.reopened': ({ new: after }) => `side conversation with ${addressed(after)} reopened`,
  'side-message.redacted': ({ new: after }) =>
    `message in the side conversation with ${addressed(after)} deleted permanently`,
  'side-message.taken-back': ({ new: after }) => `message to ${addressed(after)} taken back`,
  'message.accepted': () => 'sender added to the ticket',
  'thanks.overruled': () => 'thank-you marked as a request',
  'mail.failed': () => 'mail could not be delivered',
  'mail.bounced': () => 'mail came back',
  'mail.acknowledged': () => 'confirmation sent to the customer',
  'requester.changed': ({ old, new: after }) => `requester changed from ${named(old)} to ${named(after)}`,
  'cc.changed': () => 'CC changed',
  ...Object.fromEntries(Object.entries(choiceLabels).map(toldByLabels)),
}

export const describeEvent: Words = (event) => descriptions[event.type]?.(event) ?? event.type.replaceAll(/[.-]/g, ' ')

function toldByLabels([field, labels]: [string, Record<string, string>]): [string, Words] {
  const tell: Words = ({ new: after }) =>
    after ? `${field} set to ${labels[String(after)] ?? after}` : `${field} removed`
  return [`${field}.changed`, tell]
}

const causes: Record<string, string> = {
  'customer-wrote': 'because the customer wrote',
  'ticket-closed': 'because the ticket was closed',
  'ticket-in-trash': 'because the ticket was in the trash',
  'too-many-unsolicited': 'because the daily limit of mail to new contacts was reached',
  'snooze-over': 'because the snooze ended',
  'solved-long-enough': 'because it was solved for some days',
  'no-answer': 'because the customer did not reply',
  import: 'by an import',
  merged: 'by a merge',
  split: 'by a split',
}

export function describeActor({ actor, cause }: TicketEvent) {
  const name = actor.type === 'system' ? 'Startup Tools' : actor.name
  return cause && causes[cause] ? `${name}, ${causes[cause]}` : name
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

function describeTags(before: string[], after: string[]) {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  const parts = [
    added.length > 0 && `${added.length === 1 ? 'tag' : 'tags'} ${added.join(', ')} added`,
    removed.length > 0 && `${removed.length === 1 ? 'tag' : 'tags'} ${removed.join(', ')} removed`,
  ]
  return parts.filter(Boolean).join(', ') || 'tags changed'
}
