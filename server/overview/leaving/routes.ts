import * as contract from '#contract/overview/leaving.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { countWork } from './list-work.ts'

export function leavingRoutes(app: App) {
  serve(app, contract.showMemberWork, ({ tx, params }) => countWork(tx, params.id))
}
