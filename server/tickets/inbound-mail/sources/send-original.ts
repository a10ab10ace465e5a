import type { FastifyReply, FastifyRequest } from 'fastify'
import { showableImages } from '#server/files/mime-types.ts'
import { dispositionOf, readSignedUrl } from '#server/files/send-file.ts'
import { mailKey } from '#server/files/storage-keys.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { sanitizeMailHtml } from '#server/platform/html/sanitize-html.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { isRefused, type ParsedMail, parseMail } from '#server/platform/mail-parsing/parse-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findInbound, findWorkspaceOfMail } from '#server/tickets/inbound-mail/queries.ts'

const mostPicture = 2 * 1024 * 1024

/** The mail as it came, for whoever wants to see its headers; never shown as anything but a file. */
export async function sendSource(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { raw } = await readSigned(platform, 'source', request)
  reply.header('Content-Disposition', dispositionOf('mail.eml'))
  return reply.type('text/plain; charset=utf-8').send(raw)
}

/** The whole HTML of a mail for a frame in its workspace, where nothing in it runs and nothing is loaded from elsewhere. */
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
