import * as contract from '#contract/content/comments.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import {
  answerComment,
  changeComment,
  deleteComment,
  listComments,
  resolveComment,
  writeComment,
} from '#server/writing/comments/comments.ts'
import { openEntryTopic, placeInEntry, readEntryTopic } from './entry-topic.ts'

export function entryCommentRoutes(app: App) {
  serve(app, contract.listEntryComments, async (call) =>
    listComments(call, await readEntryTopic(call, call.params.id), call.query.state),
  )
  serve(app, contract.writeEntryComment, async (call) => {
    const topic = await openEntryTopic(call, call.params.id)
    return writeComment(call, topic, { ...call.body, place: placeInEntry(topic, call.body, call.caller) })
  })
  serve(app, contract.answerEntryComment, async (call) =>
    answerComment(call, await openEntryTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, contract.changeEntryComment, async (call) =>
    changeComment(call, await openEntryTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, contract.deleteEntryComment, async (call) =>
    deleteComment(call, await openEntryTopic(call, call.params.id), call.params.comment),
  )
  serve(app, contract.resolveEntryComment, async (call) =>
    resolveComment(call, await openEntryTopic(call, call.params.id), call.params.comment, true),
  )
  serve(app, contract.reopenEntryComment, async (call) =>
    resolveComment(call, await openEntryTopic(call, call.params.id), call.params.comment, false),
  )
}
