import * as ofArticles from '#contract/article-comments.ts'
import * as ofEntries from '#contract/comments.ts'
import type { App } from '#server/platform/http/platform.ts'
import { serve } from '#server/platform/http/serve.ts'
import { answerComment, changeComment, deleteComment, listComments, resolveComment, writeComment } from './comments.ts'
import { remark } from './remark.ts'
import { findArticleTopic, openArticleTopic, placeInArticle } from './topics/article.ts'
import { openEntryTopic, placeInEntry, readEntryTopic } from './topics/entry.ts'

export function commentRoutes(app: App) {
  serveThreadsOfEntries(app)
  serveThreadsOfArticles(app)
  serve(app, ofArticles.remarkOnArticle, (call) => remark(call, call.params.id, call.body))
}

function serveThreadsOfEntries(app: App) {
  serve(app, ofEntries.listEntryComments, async (call) =>
    listComments(call, await readEntryTopic(call, call.params.id), call.query.state),
  )
  serve(app, ofEntries.writeEntryComment, async (call) => {
    const topic = await openEntryTopic(call, call.params.id)
    return writeComment(call, topic, { ...call.body, place: placeInEntry(topic, call.body, call.caller) })
  })
  serve(app, ofEntries.answerEntryComment, async (call) =>
    answerComment(call, await openEntryTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, ofEntries.changeEntryComment, async (call) =>
    changeComment(call, await openEntryTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, ofEntries.deleteEntryComment, async (call) => {
    await deleteComment(call, await openEntryTopic(call, call.params.id), call.params.comment)
    return {}
  })
  serve(app, ofEntries.resolveEntryComment, async (call) =>
    resolveComment(call, await openEntryTopic(call, call.params.id), call.params.comment, true),
  )
  serve(app, ofEntries.reopenEntryComment, async (call) =>
    resolveComment(call, await openEntryTopic(call, call.params.id), call.params.comment, false),
  )
}

function serveThreadsOfArticles(app: App) {
  serve(app, ofArticles.listArticleComments, async (call) =>
    listComments(call, await findArticleTopic(call.tx, call.params.id), call.query.state),
  )
  serve(app, ofArticles.writeArticleComment, async (call) => {
    const topic = await openArticleTopic(call, call.params.id)
    return writeComment(call, topic, { ...call.body, place: await placeInArticle(call, call.body) })
  })
  serve(app, ofArticles.answerArticleComment, async (call) =>
    answerComment(call, await openArticleTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, ofArticles.changeArticleComment, async (call) =>
    changeComment(call, await openArticleTopic(call, call.params.id), call.params.comment, call.body),
  )
  serve(app, ofArticles.deleteArticleComment, async (call) => {
    await deleteComment(call, await openArticleTopic(call, call.params.id), call.params.comment)
    return {}
  })
  serve(app, ofArticles.resolveArticleComment, async (call) =>
    resolveComment(call, await openArticleTopic(call, call.params.id), call.params.comment, true),
  )
  serve(app, ofArticles.reopenArticleComment, async (call) =>
    resolveComment(call, await openArticleTopic(call, call.params.id), call.params.comment, false),
  )
}
