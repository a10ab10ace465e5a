import * as contract from '#contract/knowledge-base/articles.ts'
import { copyArticle as copies } from '#contract/knowledge-base/copies.ts'
import { listBacklinks as backlinks } from '#contract/knowledge-base/links.ts'
import type { App } from '#server/platform/http/platform.ts'
import { type Call, serve } from '#server/platform/http/serve.ts'
import { isFollowing } from '#server/search/following/follow.ts'
import { changeArticle, copyArticle, createArticle } from './create-article.ts'
import { lockArticle } from './editor-call.ts'
import { listArticles, listBacklinks } from './list-articles.ts'
import { moveArticle } from './places/move-article.ts'
import * as states from './publication/states.ts'
import { type ReadCall, showEdited } from './show-article.ts'
import { readBody } from './texts/read-written.ts'
import { writeText } from './texts/write-text.ts'

export function articleRoutes(app: App) {
  serve(app, contract.listArticles, (call) => listArticles(call, call.query), undefined, isFollowing)
  serve(app, backlinks, async (call) => ({ items: await listBacklinks(call, call.params.id), next: null }))
  writingRoutes(app)
  stateRoutes(app)
}

type AnswerCall = ReadCall & Pick<Call<never>, 'setEtag'>

async function answerAfter(change: Promise<unknown>, call: AnswerCall & { params: { id: string } }, language?: string) {
  await change
  return answerWith(call, call.params.id, language)
}

async function answerWith(call: AnswerCall, id: string, language?: string) {
  const { article, etag } = await showEdited(call, id, language)
  call.setEtag(etag)
  return article
}

function writingRoutes(app: App) {
  serve(
    app,
    contract.createArticle,
    async (call) => answerWith(call, await createArticle(call, call.body, call.prepared), call.body.language),
    readBody,
  )
  serve(
    app,
    contract.changeArticle,
    async (call) => {
      const language = await changeArticle(call, call.params.id, call.body, call.prepared)
      return answerWith(call, call.params.id, language)
    },
    readBody,
  )
  serve(app, contract.showTranslation, (call) => answerWith(call, call.params.id, call.params.language))
  serve(
    app,
    contract.writeTranslation,
    async (call) => {
      const { document: _, markdown: __, html: ___, base, ...lines } = call.body
      const article = await lockArticle(call, call.params.id)
      const { language } = call.params
      await writeText(call, article, { language, changes: { ...lines, ...call.prepared }, base })
      return answerWith(call, call.params.id, language)
    },
    readBody,
  )
  serve(app, contract.confirmArticle, (call) => answerAfter(states.confirm(call, call.params.id), call))
  serve(app, contract.deleteArticle, (call) => states.trash(call, call.params.id))
  serve(app, contract.untrashArticle, (call) => answerAfter(states.untrash(call, call.params.id), call))
  serve(app, copies, async (call) => answerWith(call, await copyArticle(call, call.params.id)))
  serve(app, contract.moveArticle, (call) => answerAfter(moveArticle(call, call.params.id, call.body), call))
}

function stateRoutes(app: App) {
  serve(app, contract.publishArticle, (call) =>
    answerAfter(states.publish(call, call.params.id, call.body), call, call.body.language),
  )
  serve(app, contract.unpublishArticle, (call) =>
    answerAfter(states.unpublish(call, call.params.id, call.query), call, call.query.language),
  )
  serve(app, contract.unplanArticle, (call) =>
    answerAfter(states.unplan(call, call.params.id, call.query), call, call.query.language),
  )
  serve(app, contract.sendForReview, (call) =>
    answerAfter(states.sendForReview(call, call.params.id, call.body), call, call.body.language),
  )
  serve(app, contract.endReview, (call) =>
    answerAfter(states.endReview(call, call.params.id, call.query), call, call.query.language),
  )
  serve(app, contract.archiveArticle, (call) =>
    answerAfter(states.archive(call, call.params.id, call.body), call, call.body.language),
  )
  serve(app, contract.unarchiveArticle, (call) =>
    answerAfter(states.unarchive(call, call.params.id, call.query), call, call.query.language),
  )
}
