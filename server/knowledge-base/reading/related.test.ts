import { describe, expect, test } from 'vitest'
import {
  changeArticle,
  createArticle,
  deleteArticle,
  type EditedArticle,
  publishArticle,
  showArticle,
  unpublishArticle,
} from '#contract/knowledge-base/articles.ts'
import { createCategory } from '#contract/knowledge-base/categories.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { acme, app, globex, type Person, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const choose = (id: string, related: string[]) => asAdmin(changeArticle, { params: { id }, body: { related } })
const labelled = (title: string, more: object = {}) => newLiveArticle({ title, labels: ['ferry'], ...more })

/** Returns the titles of the related articles on the page, in order. */
async function relatedOn({ slug }: Pick<EditedArticle, 'slug'>, person: Person | null = null) {
  const { body } = await app.inject({
    url: `/knowledgebase/article/${slug}`,
    headers: {
      host: `${acme.domain}.${settings.rootDomain}`,
      ...(person && { cookie: `access_token=${person.token}` }),
    },
  })
  const [, section = ''] = /<section aria-labelledby="related"(.*?)<\/section>/s.exec(body) ?? []
  return [...section.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, title]) => title)
}

describe('what is chosen to stand below an article', () => {
  test('stands there in its order, from the next request on, and is told to admins by name', async () => {
    const page = await labelled('Cross by ferry')
    const [first, second] = [await newLiveArticle({ title: 'Timetable' }), await newLiveArticle({ title: 'Bicycles' })]
    await labelled('Computed')
    expect(await relatedOn(page)).toEqual(['Computed'])
    const changed = await choose(page.id, [second.id, first.id])
    expect(changed.related).toEqual([
      { id: second.id, title: 'Bicycles' },
      { id: first.id, title: 'Timetable' },
    ])
    expect(await relatedOn(page)).toEqual(['Bicycles', 'Timetable'])
    await choose(page.id, [first.id, second.id])
    expect(await relatedOn(page)).toEqual(['Timetable', 'Bicycles'])
    await choose(page.id, [])
    expect(await relatedOn(page)).toEqual(['Computed'])
  })

  test('is shown to those alone who may read it, and stands in lists; else those that fit are', async () => {
    const page = await labelled('Cross at night', { labels: ['night'] })
    const [team, paid, unlisted, draft] = [
      await newLiveArticle({ title: 'Of the team', visibility: 'team' }),
      await newLiveArticle({ title: 'Of customers', visibility: 'customers' }),
      await newLiveArticle({ title: 'By link only', visibility: 'unlisted' }),
      await newArticle({ title: 'Not yet said' }),
    ]
    await labelled('Fits the night', { labels: ['night'] })
    await choose(page.id, [draft.id, team.id, unlisted.id, paid.id])
    expect(await relatedOn(page)).toEqual(['Fits the night'])
    expect(await relatedOn(page, acme.customer)).toEqual(['Of customers'])
    expect(await relatedOn(page, acme.agent)).toEqual(['Of the team', 'Of customers'])
    await asAdmin(publishArticle, { params: { id: draft.id }, body: {} })
    expect(await relatedOn(page)).toEqual(['Not yet said'])
    await asAdmin(unpublishArticle, { params: { id: draft.id }, query: {} })
    expect(await relatedOn(page)).toEqual(['Fits the night'])
  })

  test('is else what shares the most labels, of the same category first, and without labels what stands beside it', async () => {
    const { id: beside } = await asAdmin(createCategory, { body: { name: 'Boats' } })
    const { id: elsewhere } = await asAdmin(createCategory, { body: { name: 'Trains' } })
    const write = (title: string, labels: string[], category: string | null) =>
      newLiveArticle({ title, labels, category })
    const page = await write('Oars', ['oar', 'sail'], beside)
    await write('One label elsewhere', ['oar'], elsewhere)
    await write('One label nowhere', ['oar'], null)
    await write('No label beside', [], beside)
    await write('One label beside', ['sail'], beside)
    await write('Both labels elsewhere', ['sail', 'oar'], elsewhere)
    const byLabels = await relatedOn(page)
    expect(byLabels.slice(0, 2)).toEqual(['Both labels elsewhere', 'One label beside'])
    expect(byLabels.slice(2, 4).toSorted()).toEqual(['One label elsewhere', 'One label nowhere'])
    expect(byLabels.slice(4)).toEqual(['No label beside'])

    expect(await relatedOn(await write('Rails', [], elsewhere))).toEqual([
      'One label elsewhere',
      'Both labels elsewhere',
    ])
    expect(await relatedOn(await write('Alone', [], null))).toEqual([])
    expect(await relatedOn(await write('Sails', ['sail'], null))).toContain('One label beside')
  })

  test('comes with a new article, and goes with what is deleted for good alone', async () => {
    const other = await newLiveArticle({ title: 'Once chosen' })
    const made = await asAdmin(createArticle, { body: { title: 'With one', related: [other.id] } })
    await asAdmin(deleteArticle, { params: { id: other.id } })
    const next = await newLiveArticle({ title: 'Chosen after' })
    expect((await choose(made.id, [other.id, next.id])).related).toHaveLength(2)
  })

  test('is no stranger, nothing twice, and not the article itself', async () => {
    const page = await newLiveArticle({ title: 'By itself' })
    const one = await newLiveArticle({ title: 'One' })
    const theirs = await newArticle({ title: 'Of another workspace' }, globex.admin)
    const refused = async (related: string[]) =>
      (await ask(acme.admin, changeArticle, { params: { id: page.id }, body: { related } })).statusCode
    expect(await Promise.all([[theirs.id], [page.id], [one.id, one.id]].map(refused))).toEqual([404, 409, 400])
    expect((await asAdmin(showArticle, { params: { id: page.id }, query: {} })).related).toEqual([])
    expect(await as(acme.customer)(showArticle, { params: { id: page.id }, query: {} })).not.toHaveProperty('related')
  })
})
