import type { AnswerOf } from '#contract/endpoint.ts'
import type { listSuspendedMails, showMailOfMessage } from '#contract/tickets/messages.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findMailOfMessage, listSuspended } from '#server/tickets/inbound-mail/queries.ts'

type Call = { platform: Platform; tx: WorkspaceTx }
type MessageParams = { id: string; messageId: string }

/** How a mail became a message, and where to read it as it came. */
export async function showMail(
  { platform, tx }: Call,
  { id, messageId }: MessageParams,
): Promise<AnswerOf<typeof showMailOfMessage>> {
  const mail = await findMailOfMessage(tx, id, messageId)
  if (!mail) throw new Refusal('mail-not-found')
  const { address, envelopeFrom, receivedAt, decision, evidence, authentication, isPurged } = mail
  const sign = (use: 'source' | 'mail') => signFileUrl(platform, { workspaceId: tx.workspaceId, fileId: mail.id, use })
  return {
    ...{ address, envelopeFrom, receivedAt, decision, evidence, authentication },
    sourceUrl: isPurged ? null : sign('source'),
    originalUrl: isPurged ? null : sign('mail'),
  }
}

type Page = { limit: number; cursor?: string | undefined }

export async function listSuspendedPage(
  { platform, tx }: Call,
  { limit, cursor }: Page,
): Promise<AnswerOf<typeof listSuspendedMails>> {
  const rows = await listSuspended(tx, { before: readCursor(cursor), limit: limit + 1 })
  const items = rows
    .slice(0, limit)
    .map(({ id, address, fromAddress, envelopeFrom, subject, decision, authentication, bytes, receivedAt }) => ({
      ...{ id, address, subject, authentication, bytes, receivedAt },
      from: fromAddress || envelopeFrom,
      cause: decision,
      sourceUrl: signFileUrl(platform, { workspaceId: tx.workspaceId, fileId: id, use: 'source' }),
    }))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items, next: last ? writeCursor({ key: last.key, id: last.id }) : null }
}
