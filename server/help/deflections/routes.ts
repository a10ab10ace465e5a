import * as contract from '#contract/help/deflections.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { beginDeflection, changeDeflection, countDeflections, listReadArticles } from './keep-deflection.ts'

export function deflectionRoutes(app: App) {
  serve(app, contract.beginDeflection, (call) => beginDeflection(call, call.body))
  serve(app, contract.changeDeflection, (call) => changeDeflection(call, call.params.id, call.body))
  serve(app, contract.listReadArticles, ({ tx, params }) => listReadArticles(tx, params.id))
  serve(app, contract.showDeflections, ({ tx }) => countDeflections(tx))
}
