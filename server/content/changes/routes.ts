import * as contract from '#contract/content/changes.ts'
import { isScan, scanTurn } from '#server/content/filters/scan-turns.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeEntries, countEntries, findUsesOf } from './change-entries.ts'
import { changeTogether } from './change-together.ts'

export function entryChangeRoutes(app: App) {
  serve(app, contract.countEntries, (call) => countEntries(call, call.query), undefined, undefined, scanTurn)
  serve(app, contract.findEntryUses, (call) => findUsesOf(call, call.query), undefined, undefined, scanTurn)
  serve(app, contract.changeEntriesTogether, (call) => changeTogether(call, call.params.model, call.body.changes))
  serve(app, contract.changeEntries, (call) => changeEntries(call, call.body), undefined, undefined, {
    ...scanTurn,
    isNeeded: ({ body }) => isScan(body.query ?? {}),
  })
}
