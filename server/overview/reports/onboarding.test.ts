import { expect, test } from 'vitest'
import { showOnboarding } from '#contract/overview/onboarding.ts'
import { as } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, globex } from '#test/world.ts'

const isArticleDone = async () =>
  (await as(acme.agent)(showOnboarding, {})).steps.find(({ id }) => id === 'article')?.isDone

test('the first article is done when one of the workspace was published, and not by a draft', async () => {
  await newLiveArticle({ title: 'Elsewhere' }, globex.admin)
  await newArticle({ title: 'Draft' })
  expect(await isArticleDone()).toBe(false)
  await newLiveArticle({ title: 'Live' })
  expect(await isArticleDone()).toBe(true)
})
