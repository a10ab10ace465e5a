import type { z } from 'zod'
import { isEmailAddress, wrongEmail } from '#contract/email-address.ts'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { loggedChannels, priorities } from '#contract/tickets/ticket-values.ts'
import type { createTicket } from '#contract/tickets/tickets.ts'
import { readCustomValues } from '#web/fields/custom/custom-fields.ts'
import { holdMs } from './ways.ts'

type NewTicket = z.input<typeof createTicket.body>

export function readNewTicket(form: FormData, fields: readonly TicketField[]): NewTicket {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const all = (name: string) => form.getAll(name).map(String)
  const [email, name] = [text('email'), text('name')]
  return {
    subject: text('subject'),
    ...(form.has('html') ? { html: text('html') } : { text: text('text') }),
    requester: { email, ...(name && { name }) },
    priority: priorities.find((priority) => priority === text('priority')),
    assignee: text('assignee') || null,
    team: text('team') || null,
    tags: all('tags').map((tag) => tag.toLowerCase()),
    cc: all('cc'),
    attachments: all('attachments'),
    ...(fields.length > 0 && { customFields: readCustomValues(form, fields) }),
    ...(text('from') === 'agent'
      ? {
          from: 'agent',
          sendAt: text('sendAt') || new Date(Date.now() + holdMs).toISOString(),
          ...(form.has('toSuppressed') && { toSuppressed: true }),
        }
      : { from: 'customer', channel: loggedChannels.find((channel) => channel === text('channel')) }),
  }
}

const isBlankHtml = (html: string) => html.replace(/<(?!img)[^>]*>|&nbsp;/g, '').trim() === ''

/** Returns the errors of all missing fields at once. The API would report a missing text only at the end. */
export function findMissing({ requester, subject, html, text, attachments = [] }: NewTicket) {
  const isUnsaid = attachments.length === 0 && (html === undefined ? !text : isBlankHtml(html))
  const hasAddress = requester && isEmailAddress(requester.email)
  if (hasAddress && subject && !isUnsaid) return null
  return {
    ...(!hasAddress && { requester: wrongEmail }),
    ...(!subject && { subject: 'Enter a subject' }),
    ...(isUnsaid && { text: 'Write a message first' }),
  }
}
