import type { z } from 'zod'
import { isSame } from '#contract/is-same.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { AuditEntry as Entry } from '#contract/workspace/audit.ts'
import type { AuditAction } from '#contract/workspace/audit-actions.ts'
import { plural } from '#web/lib/words/format.ts'

export type AuditEntry = z.output<typeof Entry>

export const actionNames: Record<AuditAction, string> = {
  'sign-in.succeeded': 'Signed in',
  'sign-in.refused': 'Wrong sign-in code',
  'sign-in.code-made': 'Sign-in code created',
  'session.ended': 'Signed out',
  'address.changed': 'E-mail address changed',
  'invitation.sent': 'Invitation sent',
  'invitation.repeated': 'Invitation sent again',
  'invitation.withdrawn': 'Invitation withdrawn',
  'invitation.accepted': 'Invitation accepted',
  'invitation.declined': 'Invitation declined',
  'member.changed': 'Member changed',
  'workspace.created': 'Workspace created',
  'workspace.changed': 'Settings changed',
  'workspace.suspended': 'Workspace suspended',
  'workspace.resumed': 'Workspace resumed',
  'service.started': 'Service trial started',
  'knowledge-base.changed': 'Knowledge base settings changed',
  'ticket-field.created': 'Ticket field created',
  'ticket-field.changed': 'Ticket field changed',
  'customer-field.created': 'Customer field created',
  'customer-field.changed': 'Customer field changed',
  'company-field.created': 'Company field created',
  'company-field.changed': 'Company field changed',
  'api-key.created': 'API key created',
  'api-key.changed': 'API key changed',
  'api-key.revoked': 'API key revoked',
  'entry-link.created': 'Draft link created',
  'entry-link.ended': 'Draft link ended',
  'export.begun': 'Export started',
  'audit-log.exported': 'Audit log exported',
  'message.redacted': 'Message redacted',
  'customer.merged': 'Customers merged',
  'customer.unmerged': 'Merge of customers undone',
  'customer.erased': 'Customer erased',
  'job.retried': 'Job retried',
  'limits.reset': 'Limits reset',
}

export const detailWords = (entry: AuditEntry): string =>
  sentence([entry.detail.by === 'operator' ? 'by the operator' : null, wordsOfDetail(entry)])

function wordsOfDetail({ action, actor, subject, detail }: AuditEntry): string {
  switch (action) {
    case 'member.changed':
      return sentence([subject?.name, changesOf(detail), ...takersIn(detail.handedOver)])
    case 'workspace.changed':
    case 'knowledge-base.changed':
      return listOf(detail.fields).map(wordsOfName).join(', ')
    case 'invitation.sent':
    case 'invitation.repeated':
    case 'invitation.withdrawn':
      return sentence([shownAddress(textOf(detail.email)), roleNames[textOf(detail.role)]])
    case 'address.changed':
      return [detail.old, detail.new].map((one) => shownAddress(textOf(recordOf(one).email))).join(' → ')
    case 'session.ended':
      return sentence([
        subject && subject.id !== actor.id ? subject.name : null,
        plural(listOf(detail.sessions).length, 'device'),
      ])
    case 'api-key.created':
    case 'api-key.revoked':
      return subject?.name ?? textOf(recordOf(detail.old).name)
    case 'api-key.changed':
      return sentence([subject?.name, changesOf(detail)])
    case 'message.redacted':
      return detail.ticket ? `Ticket #${detail.ticket}` : ''
    case 'export.begun':
      return textOf(detail.kind)
    case 'customer.erased':
      return plural(Number(detail.tickets), 'ticket')
    case 'customer.merged':
    case 'customer.unmerged':
    case 'sign-in.code-made':
      return subject?.name ?? ''
    case 'job.retried':
      return textOf(detail.job)
    case 'workspace.suspended':
    case 'workspace.resumed':
    case 'workspace.created':
      return textOf(detail.reason)
    default:
      return ''
  }
}

const roleNames: Record<string, string> = { AdminUser: 'Admin', FreeAdminUser: 'Admin', TeamUser: 'Team member' }

function changesOf({ old, new: current }: AuditEntry['detail']): string {
  const before = recordOf(old)
  return Object.entries(recordOf(current))
    .filter(([name, value]) => !isSame(value, before[name]))
    .map(([name, value]) => `${wordsOfName(name)}: ${valueWords(before[name])} → ${valueWords(value)}`)
    .join(', ')
}

const handedOver = { ticketsTo: 'open tickets', articlesTo: 'articles', entriesTo: 'entries', reviewsTo: 'reviews' }

const takersIn = (takers: unknown) =>
  Object.entries(handedOver).flatMap(([name, what]) => {
    const taker = textOf(recordOf(recordOf(takers)[name]).name)
    return taker ? [`${what} to ${taker}`] : []
  })

function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return roleNames[value] ?? value
  return JSON.stringify(value)
}

/** Turns a property name into words: `isHrAdmin` becomes "HR admin", and `timeZone` becomes "time zone". */
const wordsOfName = (name: string) =>
  name
    .replace(/^(is|has)(?=[A-Z])/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/-/g, ' ')
    .trim()
    .replace(/\bhr\b/, 'HR')

const sentence = (parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const recordOf = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {}
