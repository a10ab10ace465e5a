import * as contract from '#contract/workspace/api-keys.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readIdCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { changeKey, createKey, revokeKey } from './change-keys.ts'
import { listKeyRows } from './queries.ts'

export function apiKeyRoutes(app: App) {
  serve(app, contract.listApiKeys, async ({ tx, query: { revoked, limit, cursor } }) => {
    const rows = await listKeyRows(tx, { revoked, after: readIdCursor(cursor), limit: limit + 1 })
    const items = rows.slice(0, limit)
    return { items, next: rows.length > limit ? writeIdCursor(items.at(-1)!.id) : null }
  })
  serve(app, contract.createApiKey, ({ tx, caller, body }) => createKey(tx, caller, body))
  serve(app, contract.changeApiKey, ({ tx, caller, params, body }) => changeKey(tx, caller, params.id, body))
  serve(app, contract.revokeApiKey, ({ tx, caller, params }) => revokeKey(tx, caller, params.id))
}
