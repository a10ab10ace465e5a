import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, refusals } from '#contract/refusals.ts'
import { inIdentity } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'

const style = `body{margin:0;min-height:100dvh;display:grid;place-content:center;gap:8px;padding:16px;font:400 14px/22px ui-sans-serif,system-ui,sans-serif;background:#F4F6F6;color:#14191A}h1{font-size:22px;line-height:28px;font-weight:600;margin:0}p{margin:0;color:#465154;max-width:44ch}a{color:#0A6472;font-weight:500}@media(prefers-color-scheme:dark){body{background:#0D1011;color:#E9EDED}p{color:#AEB8BA}a{color:#5CC3D2}}`
const styleHash = createHash('sha256').update(style).digest('base64')

export const sendUnknownHost = (reply: FastifyReply, { appOrigin }: Settings) =>
  sendPlain(reply, {
    status: 404,
    title: 'No workspace here',
    text: 'No workspace has this address. Check its spelling, or sign in to be led to yours.',
    way: { href: `${appOrigin}/auth/login`, label: 'Sign in' },
  })

export async function sendSuspended({ server: { platform }, productHost }: FastifyRequest, reply: FastifyReply) {
  const { label } = productHost
  const workspace = label && (await inIdentity(platform.identity, (tx) => findWorkspaceByDomain(tx, label)))
  const { operatorContact } = platform.settings
  return sendPlain(reply, {
    status: refusals['workspace-suspended'].status,
    title: 'This workspace is suspended',
    place: workspace ? workspace.name : undefined,
    text: `Whoever runs this installation has suspended it, and nothing in it is lost. ${
      operatorContact ? `Ask ${operatorContact}` : 'Ask them'
    } to resume it.`,
  })
}

export const sendFailedPage = (
  reply: FastifyReply,
  { status, detail }: Problem,
  url: string,
  { language, failed }: FailedWords = english,
) => sendPlain(reply, { language, status, title: failed.title, text: detail, way: { href: url, label: failed.again } })

type FailedWords = { language: string; failed: { title: string; again: string } }
const english = { language: 'en', failed: { title: 'This page did not load', again: 'Try now' } }

type Plain = {
  language?: string
  status: number
  title: string
  place?: string | undefined
  text: string
  way?: { href: string; label: string }
}

function sendPlain(reply: FastifyReply, { language = 'en', status, title, place, text, way }: Plain) {
  reply
    .code(status)
    .header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    )
  reply.header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex')
  const tab = escapeHtml(place ? `${title} · ${place}` : title)
  const above = place ? `<p>${escapeHtml(place)}</p>` : ''
  const link = way ? `<p><a href="${escapeHtml(way.href)}">${way.label}</a></p>` : ''
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${tab}</title><style>${style}</style></head><body><main>${above}<h1>${title}</h1><p>${escapeHtml(text)}</p>${link}</main></body></html>`,
    )
}
