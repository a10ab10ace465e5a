import * as contract from '#contract/knowledge-base/versions.ts'
import { showEdited } from '#server/knowledge-base/articles/show-article.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { compareSource, compareVersions } from './compare-versions.ts'
import { listVersions, restoreVersion, showVersion } from './versions.ts'

export function articleVersionRoutes(app: App) {
  serve(app, contract.listVersions, ({ tx, params, query }) => listVersions(tx, params.id, query))
  serve(app, contract.showVersion, (call) => showVersion(call, call.params.id, call.params.number))
  serve(app, contract.compareVersions, (call) =>
    compareVersions(call, call.params.id, call.params.number, call.query.with),
  )
  serve(app, contract.compareSource, (call) => compareSource(call, call.params.id, call.params.language))
  serve(app, contract.restoreVersion, async (call) => {
    const language = await restoreVersion(call, call.params.id, call.body.number)
    const { article, etag } = await showEdited(call, call.params.id, language)
    call.setEtag(etag)
    return article
  })
}
