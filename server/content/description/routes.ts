import { hash } from 'node:crypto'
import * as contract from '#contract/content/description.ts'
import { findModels, limitModels, readableModels } from '#server/content/models/find-models.ts'
import { withoutNoise } from '#server/platform/description/tidy-schemas.ts'
import type { Key, Member } from '#server/platform/http/caller.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serveWithoutTransaction } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { describeContent } from './describe-content.ts'

export function contentDescriptionRoutes(app: App) {
  const { settings } = app.platform
  serveWithoutTransaction(app, contract.describeContent, async ({ caller, query, request, reply, inTransaction }) => {
    const reader = readerOf(caller)
    const text = await inTransaction(
      async (tx) => {
        const models = readableModels(limitModels(await findModels(tx), reader.models), reader)
        const languages = await findLanguages(tx)
        const isHtml = query.richText === 'html'
        const description = describeContent({ ...reader, models, languages, isHtml, origin: settings.apiOrigin })
        return JSON.stringify(description, withoutNoise)
      },
      { isReading: true },
    )
    const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
    reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache' })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}

/** Returns what the caller can read and write. Refuses preview links, which cannot read the description of models. */
function readerOf(caller: Member | Key) {
  if (caller.kind === 'member') {
    const models = caller.key?.models ?? null
    return {
      models,
      isAdmin: caller.isAdmin,
      readsDrafts: true,
      writes: caller.key?.scopes.includes('content:write') ?? true,
    }
  }
  if (caller.keyKind === 'link') throw new Refusal('not-allowed')
  return { models: caller.models, isAdmin: true, readsDrafts: caller.keyKind === 'preview', writes: false }
}
