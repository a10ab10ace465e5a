import * as contract from '#contract/content/views.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeView, createView, deleteView, listViews } from './change-views.ts'

export function contentViewRoutes(app: App) {
  serve(app, contract.listContentViews, async (call) => ({ items: await listViews(call), next: null }))
  serve(app, contract.createContentView, (call) => createView(call, call.body))
  serve(app, contract.changeContentView, (call) => changeView(call, call.params.id, call.body))
  serve(app, contract.deleteContentView, (call) => deleteView(call, call.params.id))
}
