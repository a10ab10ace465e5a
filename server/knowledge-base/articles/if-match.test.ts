import { expect, test } from 'vitest'
import * as articles from '#contract/knowledge-base/articles.ts'
import { createPreviewLink } from '#contract/knowledge-base/preview-links.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { acme, app } from '#test/world.ts'

const base = '/api/v1/knowledge-base/articles/:id'

/** Valid bodies by endpoint. Each endpoint changes the article or its public content. */
const bodies: Record<string, object | undefined> = {
  [`PATCH ${base}`]: { title: 'x' },
  [`DELETE ${base}`]: undefined,
  [`DELETE ${base}/trash`]: undefined,
  [`PUT ${base}/position`]: { category: null },
  [`PUT ${base}/publication`]: {},
  [`DELETE ${base}/publication`]: undefined,
  [`DELETE ${base}/plan`]: undefined,
  [`PUT ${base}/review`]: {},
  [`DELETE ${base}/review`]: undefined,
  [`PUT ${base}/archive`]: {},
  [`PUT ${base}/confirmation`]: undefined,
  [`DELETE ${base}/archive`]: undefined,
  [`PUT ${base}/restoration`]: { number: 1 },
  [`PUT ${base}/translations/:language`]: { title: 'x' },
  [`POST ${base}/preview-links`]: {},
}
/** Endpoints that do not check `If-Match`, because they do not change the article itself. */
const free = [
  `POST ${base}/copies`,
  `POST ${base}/comments`,
  `POST ${base}/comments/:comment/answers`,
  `PATCH ${base}/comments/:comment`,
  `DELETE ${base}/comments/:comment`,
  `PUT ${base}/comments/:comment/resolution`,
  `DELETE ${base}/comments/:comment/resolution`,
  `POST ${base}/remarks`,
  `POST ${base}/feedback`,
  `PUT ${base}/presences/:page`,
  `DELETE ${base}/presences/:page`,
  `PUT ${base}/link-check`,
]
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const writes = app.endpoints.filter(({ method, path }) => method !== 'GET' && path.startsWith(base))

test('every write on an article is known here', () => {
  expect(
    writes
      .map(nameOf)
      .filter((name) => !free.includes(name))
      .toSorted(),
  ).toEqual(Object.keys(bodies).toSorted())
})

test.each(Object.entries(bodies))('%s is refused where the article changed since', async (name, body) => {
  const { id } = await newArticle({ title: 'Strict' })
  await as(acme.admin)(articles.changeArticle, { params: { id }, body: { title: 'Stricter' } })
  const endpoint = writes.find((one) => nameOf(one) === name)!
  const send = (tag: string) => ask(acme.admin, endpoint, { params: { id, language: 'en' }, body }, { 'if-match': tag })
  const late = await send('"2"')
  expect([late.statusCode, late.json().code]).toEqual([412, 'changed-meanwhile'])
  expect(await as(acme.admin)(articles.showArticle, { params: { id }, query: {} })).toMatchObject({
    ...{ title: 'Stricter', status: 'draft', isTrashed: false, revision: 3 },
  })
  expect((await send('"2", "3"')).statusCode).toBeLessThan(300)
})

test('any state fits a star', async () => {
  const { id } = await newArticle({ title: 'Any' })
  const answer = await ask(acme.admin, createPreviewLink, { params: { id }, body: {} }, { 'if-match': '*' })
  expect(answer.statusCode).toBe(201)
})
