import * as contract from '#contract/content-models.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { listFormerKeys } from './list-former-keys.ts'

export function formerKeyRoutes(app: App) {
  serve(app, contract.listFormerKeys, listFormerKeys)
}
