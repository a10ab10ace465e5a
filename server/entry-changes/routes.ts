import * as contract from '#contract/entry-changes.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeEntries, countMatching } from './change-entries.ts'

export function entryChangeRoutes(app: App) {
  serve(app, contract.countEntries, (call) => countMatching(call, call.query))
  serve(app, contract.changeEntries, (call) => changeEntries(call, call.body))
}
