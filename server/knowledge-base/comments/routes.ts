import * as contract from '#contract/knowledge-base/comments.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import * as comments from '#server/writing/comments/comments.ts'
import { findArticleTopic, openArticleTopic, placeInArticle } from './article-topic.ts'

export function articleCommentRoutes(app: App) {
  serve(app, contract.listArticleComments, async (call) =>
    comments.listComments(call, await findArticleTopic(call.tx, call.params.id), call.query.state),
  )
  serve(app, contract.writeArticleComment, async (call) => {
    const topic = await openArticleTopic(call, call.params.id)
    return comments.writeComment(call, topic, { ...call.body, place: await placeInArticle(call, call.body) })
  })
  serve(app, contract.answerArticleComment, async (call) =>
    comments.answerComment(call, await openArticleTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, contract.changeArticleComment, async (call) =>
    comments.changeComment(call, await openArticleTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, contract.deleteArticleComment, async (call) =>
    comments.deleteComment(call, await openArticleTopic(call, call.params.id), call.params.comment),
  )
  serve(app, contract.resolveArticleComment, async (call) =>
    comments.resolveComment(call, await openArticleTopic(call, call.params.id), call.params.comment, true),
  )
  serve(app, contract.reopenArticleComment, async (call) =>
    comments.resolveComment(call, await openArticleTopic(call, call.params.id), call.params.comment, false),
  )
}
