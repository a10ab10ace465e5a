import * as contract from '#contract/content/fallbacks.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeFallbacks, listFallbacks } from './change-fallbacks.ts'

export function fallbackRoutes(app: App) {
  serve(app, contract.listContentFallbacks, listFallbacks)
  serve(app, contract.changeContentFallbacks, changeFallbacks)
}
