import type { MailIdentity } from './mail-identity.ts'

type ThreadRow = { foreignId: string | null; ownId: string | null }

/** Returns In-Reply-To and References. With these, mail programs show the mail below the last mail of the customer. */
export function threadOf(identity: MailIdentity, rows: ThreadRow[], latestCustomerId: string | null | undefined) {
  const ids = rows.map(({ foreignId, ownId }) => foreignId ?? identity.messageIdOf(ownId!))
  const inReplyTo = latestCustomerId ?? ids.at(-1)
  if (!inReplyTo) return {}
  const before = ids.includes(inReplyTo) ? ids.slice(0, ids.indexOf(inReplyTo)) : ids
  return { inReplyTo, references: [...before, inReplyTo] }
}

export const answerTo = (mailId: string | null | undefined) =>
  mailId ? { inReplyTo: mailId, references: [mailId] } : {}

export const answerSubject = (subject: string) => `Re: ${bareSubject(subject)}`

const prefix = /^\s*(?:(?:re|aw|sv|antw|vs|ref|rif|res|odp|ynt|回复|答复|返信)\s*(?:\[\d+\])?\s*[:：]\s*)+/i

const bareSubject = (subject: string) => subject.replace(prefix, '').trim()
