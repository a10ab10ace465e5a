import * as contract from '#contract/comments.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { answerComment, changeComment, deleteComment, listComments, resolveComment, writeComment } from './comments.ts'

export function commentRoutes(app: App) {
  serve(app, contract.listEntryComments, (call) => listComments(call, call.params.id, call.query.state))
  serve(app, contract.writeEntryComment, (call) => writeComment(call, call.params.id, call.body))
  serve(app, contract.answerEntryComment, (call) => answerComment(call, call.params, call.body))
  serve(app, contract.changeEntryComment, (call) => changeComment(call, call.params, call.body))
  serve(app, contract.deleteEntryComment, async (call) => {
    await deleteComment(call, call.params)
    return {}
  })
  serve(app, contract.resolveEntryComment, (call) => resolveComment(call, call.params, true))
  serve(app, contract.reopenEntryComment, (call) => resolveComment(call, call.params, false))
}
