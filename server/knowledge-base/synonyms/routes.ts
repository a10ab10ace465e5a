import * as contract from '#contract/knowledge-base/search.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeSynonyms, showSynonyms } from './change-synonyms.ts'

export function synonymRoutes(app: App) {
  serve(app, contract.showSynonyms, ({ tx }) => showSynonyms(tx))
  serve(app, contract.changeSynonyms, ({ tx, body }) => changeSynonyms(tx, body))
}
