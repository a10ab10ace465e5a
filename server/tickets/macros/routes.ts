import * as contract from '#contract/tickets/macros.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { changeMacro, copyFiles, countUse, createMacro, deleteMacro, restoreMacro } from './change-macros.ts'
import { listMacros, showMacro } from './show-macros.ts'

export function macroRoutes(app: App) {
  serve(app, contract.listMacros, (call) => listMacros(call, call.query.q))
  serve(app, contract.showMacro, (call) => showMacro(call, call.params.id))
  serve(app, contract.createMacro, (call) => createMacro(call, call.body))
  serve(app, contract.changeMacro, (call) => changeMacro(call, call.params.id, call.body))
  serve(app, contract.deleteMacro, async (call) => {
    await deleteMacro(call, call.params.id)
    return {}
  })
  serve(app, contract.restoreMacro, (call) => restoreMacro(call, call.params.id))
  serve(app, contract.copyMacroFiles, (call) => copyFiles(call, call.params.id))
  serve(app, contract.countMacroUse, async (call) => {
    await countUse(call, call.params.id)
    return {}
  })
}
