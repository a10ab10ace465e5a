import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

type Operation = {
  tags?: string[]
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}
type Document = { info: { title: string; description?: string }; paths?: Record<string, Record<string, Operation>> }

const style =
  'body{max-width:860px;margin:0 auto;padding:32px 16px;font:400 15px/24px ui-sans-serif,system-ui,sans-serif;color:#14191A;background:#fff}h1{font-size:28px;line-height:36px}h2{margin-top:40px;border-bottom:1px solid #E4E8E8}section{padding:16px 0;border-bottom:1px solid #E4E8E8}h3{margin:0;font:600 14px/22px ui-monospace,monospace}code,pre{font:400 13px/20px ui-monospace,monospace}pre{overflow:auto;background:#F4F6F6;padding:12px;border-radius:6px}summary{cursor:pointer;color:#0A6472}a{color:#0A6472}h3,code,p{overflow-wrap:anywhere}p{margin:4px 0}@media(prefers-color-scheme:dark){body{background:#131718;color:#E9EDED}pre{background:#0D1011}h2,section{border-color:#232A2C}summary,a{color:#5CC3D2}}'
const styleHash = createHash('sha256').update(style).digest('base64')

/** The reference page of the API: the OpenAPI document in words, without a script. */
export function sendReferencePage(reply: FastifyReply, document: Document) {
  const byTag = new Map<string, string[]>()
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'other'
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationHtml(method, path, operation)])
    }
  }
  const body = [...byTag].map(([tag, sections]) => `<h2>${escapeHtml(tag)}</h2>${sections.join('')}`).join('')
  reply.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
  )
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(document.info.title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description ?? '')}</p><p>The same as a machine reads it: <a href="/api/openapi.json">openapi.json</a></p>${body}</main></body></html>`,
    )
}

function operationHtml(
  method: string,
  path: string,
  { summary = '', description = '', parameters = [], requestBody, responses = {} }: Operation,
) {
  const taken = parameters.map(
    ({ name, in: place, required }) =>
      `<li><code>${escapeHtml(name)}</code> in ${place}${required ? '' : ', optional'}</li>`,
  )
  const body = requestBody?.content?.['application/json']?.schema
  const [status = '200', answer] = Object.entries(responses)[0] ?? []
  return `<section><h3>${method.toUpperCase()} ${escapeHtml(path)}</h3><p>${escapeHtml(summary)}. ${escapeHtml(description)}</p>${taken.length ? `<ul>${taken.join('')}</ul>` : ''}${body ? schemaHtml('Body', body) : ''}${schemaHtml(`Answer ${status}`, answer?.content?.['application/json']?.schema)}</section>`
}

const schemaHtml = (title: string, schema: unknown) =>
  schema
    ? `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`
    : ''

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter]!)
