import * as contract from '#contract/files/files.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { showFile } from './show-file.ts'

export function fileLinkRoutes(app: App) {
  serve(app, contract.showFile, (call) => showFile(call, call.params.id))
}
