import * as contract from '#contract/overview/palette.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showPalette } from './show-palette.ts'

export function paletteRoutes(app: App) {
  serve(app, contract.showPalette, (call) => showPalette(call, call.query.q))
}
