import { expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  createArticle,
  moveArticle,
  publishArticle,
} from '#contract/knowledge-base/articles.ts'
import { changeCategory, changeKnowledgeBaseSettings, createCategory } from '#contract/knowledge-base/categories.ts'
import { copyArticle } from '#contract/knowledge-base/copies.ts'
import { createRedirect } from '#contract/knowledge-base/redirects.ts'
import { changeCategory as changeNow } from '#server/knowledge-base/categories/categories/change-categories.ts'
import { updateSettings } from '#server/knowledge-base/categories/opening.ts'
import { applyVisibility } from '#server/knowledge-base/categories/spread-reach.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { untilWaiting } from '#test/until-waiting.ts'
import { acme, app, platform, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const params = ({ id }: { id: string }) => ({ params: { id } })
const host = `${acme.domain}.${settings.rootDomain}`
const visit = async (slug: string) =>
  (await app.inject({ url: `/knowledgebase/article/${slug}`, headers: { host } })).statusCode

test('whatever is done to the articles of a category at once, all of it is done', async () => {
  const category = await asAdmin(createCategory, { body: { name: 'Shared' } })
  const titles = Array.from({ length: 7 }, (_, at) => `Shared ${at}`)
  const articles: { id: string }[] = []
  for (const title of titles) articles.push(await newLiveArticle({ title, category: category.id }))
  const [first, moved, pinned, archived] = articles
  for (let round = 0; round < 6; round += 1) {
    const document = paragraphs(`Round ${round}`)
    for (const one of articles) await asAdmin(changeArticle, { ...params(one), body: { document } })
    const isOdd = round % 2 === 1
    const answers = await Promise.all([
      ...articles.map((one) => ask(acme.admin, publishArticle, { ...params(one), body: {} })),
      ask(acme.admin, moveArticle, {
        ...params(moved!),
        body: { category: category.id, before: isOdd ? null : first!.id },
      }),
      ask(acme.admin, changeArticle, { ...params(pinned!), body: { isPinned: !isOdd } }),
      ask(acme.admin, changeCategory, { ...params(category), body: { visibility: isOdd ? 'public' : 'team' } }),
      ask(acme.admin, createRedirect, { body: { path: `/old/${round}`, article: archived!.id } }),
    ])
    expect(answers.filter(({ statusCode }) => statusCode >= 400).map((answer) => answer.json())).toEqual([])
  }
  expect((await ask(acme.admin, archiveArticle, { ...params(archived!), body: {} })).statusCode).toBe(200)
})

/** Starts `begin` while the transaction of `close` is open. Commits `close` when `begin` waits for a lock. */
async function during<T>(close: (tx: WorkspaceTx) => Promise<unknown>, begin: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined
  await inWorkspace(platform.app, acme.id, async (tx) => {
    await close(tx)
    begun = begin()
    await untilWaiting(1)
  })
  return begun!
}

test('nothing is open wider than the knowledge base that was closed meanwhile', async () => {
  const opened = await newLiveArticle({ title: 'Opened meanwhile', visibility: 'customers' })
  const close = async (tx: WorkspaceTx) => {
    await updateSettings(tx, { audience: 'customers' })
    await applyVisibility(tx, { actor: { type: 'agent', id: acme.admin.id } })
  }
  const open = () => asAdmin(changeKnowledgeBaseSettings, { body: { audience: 'public' } })
  const made = await during(close, () => asAdmin(createArticle, { body: { title: 'Made meanwhile' } }))
  await open()
  await during(close, () => asAdmin(changeArticle, { ...params(opened), body: { visibility: 'public' } }))
  const live = await asAdmin(publishArticle, { ...params(made), body: {} })
  expect([await visit(live.slug), await visit(opened.slug)]).toEqual([404, 404])
  await open()
  expect([await visit(live.slug), await visit(opened.slug)]).toEqual([200, 200])
})

test('a copy is open no wider than its category that was closed meanwhile', async () => {
  const category = await asAdmin(createCategory, { body: { name: 'Closing' } })
  const source = await newLiveArticle({ title: 'Source', category: category.id })
  const close = (tx: WorkspaceTx) => changeNow({ tx, caller: acme.admin }, category.id, { visibility: 'team' })
  const copy = await during(close, () => asAdmin(copyArticle, params(source)))
  const live = await asAdmin(publishArticle, { ...params(copy), body: {} })
  expect([await visit(live.slug), await visit(source.slug)]).toEqual([404, 404])
})
