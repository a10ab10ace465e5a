import * as contract from '#contract/knowledge-base/search.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeSynonyms, showSynonyms } from './change-synonyms.ts'
import { noteOpened, writeNoted } from './log/note-search.ts'
import { showLog } from './log/show-log.ts'
import { searchArticles } from './search-articles.ts'
import { suggestArticles } from './suggest-articles.ts'

export function articleSearchRoutes(app: App) {
  serve(app, contract.searchArticles, (call) => searchArticles(call, call.query))
  serve(app, contract.suggestArticles, async (call) => ({
    items: await suggestArticles(call, call.body),
    next: null,
  }))
  serve(
    app,
    contract.listSearches,
    ({ tx, query }) => showLog(tx, query),
    // First writes the searches that are still in memory of this process, so that the log includes them.
    async ({ platform, caller }): Promise<undefined> => {
      await writeNoted(platform, caller.workspaceId)
    },
  )
  serve(app, contract.noteOpened, async (call) => {
    noteOpened(call, call.body.article)
  })
  serve(app, contract.showSynonyms, ({ tx }) => showSynonyms(tx))
  serve(app, contract.changeSynonyms, ({ tx, body }) => changeSynonyms(tx, body))
  app.addHook('onClose', () => writeNoted(app.platform))
}
