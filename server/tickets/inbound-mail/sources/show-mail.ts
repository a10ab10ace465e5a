import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { listSuspendedMails } from '#contract/tickets/messages.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { showableImages } from '#server/files/mime-types.ts'
import { dispositionOf, readSignedUrl } from '#server/files/send-file.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { sanitizeMailHtml } from '#server/platform/html/sanitize-html.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { isRefused, type ParsedMail, parseMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import {
  findInbound,
  findMailOfMessage,
  findWorkspaceOfMail,
  listSuspended,
} from '#server/tickets/inbound-mail/queries.ts'

const mostPicture = 2 * 1024 * 1024

/** Sends the source of a mail with all headers. The browser always saves it as a file instead of showing it. */
export async function sendSource(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { raw } = await readSigned(platform, 'source', request)
  reply.header('Content-Disposition', dispositionOf('mail.eml'))
  return reply.type('text/plain; charset=utf-8').send(raw)
}

/** Sends the HTML of a mail for a frame. The page cannot run scripts and loads nothing from other hosts. */
export async function sendOriginal(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { raw, domain } = await readSigned(platform, 'mail', request)
  const parsed = await parseMail(raw)
  if (isRefused(parsed)) throw new Refusal('file-not-found')
  const { settings } = platform
  const isApart = !`.${settings.filesHost}`.endsWith(`.${settings.rootDomain}`)
  const popups = isApart ? 'allow-popups allow-popups-to-escape-sandbox' : 'allow-popups'
  reply.header(
    'Content-Security-Policy',
    `default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src 'none'; form-action 'none'; base-uri 'none'; sandbox ${popups}; frame-ancestors ${settings.workspaceOrigin(domain)}`,
  )
  return reply.type('text/html; charset=utf-8').send(page(bodyOf(parsed)))
}

async function readSigned(platform: Platform, use: 'mail' | 'source', request: FastifyRequest) {
  const { workspaceId, fileId } = readSignedUrl(platform, use, request)
  const { mail, domain } = await inWorkspace(platform.app, workspaceId, async (tx) => ({
    mail: await findInbound(tx, fileId),
    domain: (await findWorkspaceOfMail(tx)).domain,
  }))
  if (!mail || mail.isPurged) throw new Refusal('file-not-found')
  const raw = await platform.storage.read(mailKey(workspaceId, fileId)).catch(() => {
    throw new Refusal('file-not-found')
  })
  return { raw, domain }
}

function bodyOf({ html, text, attachments }: ParsedMail): string {
  if (html === null) return `<div style="white-space:pre-wrap">${escapeHtml(text ?? '')}</div>`
  const pictures = new Map(
    attachments
      .filter(
        ({ inline, mime, bytes }) => inline && showableImages.has(mime.toLowerCase()) && bytes.length <= mostPicture,
      )
      .map(({ contentId, mime, bytes }) => [contentId, `data:${mime};base64,${bytes.toString('base64')}`]),
  )
  return sanitizeMailHtml(html, { cidUrl: (contentId) => pictures.get(contentId) ?? null }).html
}

const page = (body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Original mail</title>
<style>body{margin:16px;font:14px/22px ui-sans-serif,system-ui,sans-serif;color:#14191a;background:#fff;overflow-wrap:anywhere}img{max-width:100%;height:auto}</style>
</head>
<body>${body}</body>
</html>`

type Call = { platform: Platform; tx: WorkspaceTx }

export async function showMail({ platform, tx }: Call, { id, messageId }: { id: string; messageId: string }) {
  const mail = await findMailOfMessage(tx, id, messageId)
  if (!mail) throw new Refusal('mail-not-found')
  const sign = (use: 'source' | 'mail') => signFileUrl(platform, { workspaceId: tx.workspaceId, fileId: mail.id, use })
  return {
    ...mail,
    sourceUrl: mail.isPurged ? null : sign('source'),
    originalUrl: mail.isPurged ? null : sign('mail'),
  }
}

export async function listSuspendedPage(
  { platform, tx }: Call,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<AnswerOf<typeof listSuspendedMails>> {
  const rows = await listSuspended(tx, { before: readCursor(cursor), limit: limit + 1 })
  const items = rows.slice(0, limit).map((mail) => ({
    ...mail,
    from: mail.fromAddress || mail.envelopeFrom,
    cause: mail.decision,
    sourceUrl: signFileUrl(platform, { workspaceId: tx.workspaceId, fileId: mail.id, use: 'source' }),
  }))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { items, next: last ? writeCursor({ key: last.key, id: last.id }) : null }
}
