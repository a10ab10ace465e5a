import * as contract from '#contract/knowledge-base/links.ts'
import { refuseUnknown } from '#server/knowledge-base/articles/editor-call.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { checkAgain } from './check-links.ts'

export function outsideLinkRoutes(app: App) {
  serve(app, contract.checkLinksAgain, async ({ platform, tx, params }) => {
    await refuseUnknown(tx, params.id)
    if (!platform.settings.checksOutsideLinks) return { waiting: 0 }
    return { waiting: await checkAgain(tx, params.id) }
  })
}
