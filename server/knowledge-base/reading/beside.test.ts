import { beforeAll, describe, expect, test } from 'vitest'
import {
  changeArticle,
  type EditedArticle,
  publishArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeLanguages, createCategory } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { acme, app, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const written: EditedArticle[] = []
const titles = () => written.map(({ title }) => title)

beforeAll(async () => {
  const { id: category } = await asAdmin(createCategory, { body: { name: 'Stops' } })
  for (let n = 1; n <= 44; n++) written.push(await newLiveArticle({ title: `Stop ${n} of the line`, category }))
})

const linksIn = (html: string) => [...html.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, label]) => label!)

/** Returns the links beside an article, the current link, and the previous and next articles. */
async function around({ slug }: Pick<EditedArticle, 'slug'>, home = '/knowledgebase') {
  const { body } = await app.inject({
    url: `${home}/article/${slug}`,
    headers: { host: `${acme.domain}.${settings.rootDomain}` },
  })
  const [, nav = ''] = /<nav aria-label="Stops">(.*?)<\/nav>/s.exec(body) ?? []
  const [, current = null] = /aria-current="page"[^>]*>([^<]+)</.exec(nav) ?? []
  const [, onward = ''] = /<nav aria-label="Next and previous"(.*?)<\/nav>/s.exec(body) ?? []
  return {
    beside: linksIn(nav),
    current,
    onward: [...onward.matchAll(/Stop \d+ of the line/g)].map(([title]) => title),
  }
}

describe('beside an article of a large category', () => {
  test('stand those next to it, and a way to all of them', async () => {
    const at = (number: number) => around(written[number - 1]!)
    expect(await at(23)).toEqual({
      beside: ['Stops', ...titles().slice(13, 33), 'All articles (44)'],
      current: 'Stop 23 of the line',
      onward: ['Stop 22 of the line', 'Stop 24 of the line'],
    })
    expect(await at(1)).toEqual({
      beside: ['Stops', ...titles().slice(0, 20), 'All articles (44)'],
      current: 'Stop 1 of the line',
      onward: ['Stop 2 of the line'],
    })
    expect(await at(44)).toEqual({
      beside: ['Stops', ...titles().slice(24), 'All articles (44)'],
      current: 'Stop 44 of the line',
      onward: ['Stop 43 of the line'],
    })
  })

  test('is what is the reader’s, also where the article itself stands in no list', async () => {
    const change = (number: number, visibility: 'public' | 'team' | 'unlisted') =>
      asAdmin(changeArticle, { params: { id: written[number - 1]!.id }, body: { visibility } })
    await change(22, 'team')
    expect((await around(written[22]!)).onward).toEqual(['Stop 21 of the line', 'Stop 24 of the line'])
    await change(23, 'unlisted')
    const { beside, current, onward } = await around(written[22]!)
    expect([beside.at(-1), current, onward]).toEqual(['All articles (42)', null, []])
    expect(beside.slice(1, -1)).toEqual(titles().toSpliced(21, 2).slice(11, 31))
    for (const number of [22, 23]) await change(number, 'public')
  })

  test('is in the language that is read, with the first one’s where something is missing', async () => {
    await asAdmin(changeLanguages, { body: { items: ['en', 'hr'] } })
    const { id } = written[1]!
    await asAdmin(writeTranslation, { params: { id, language: 'hr' }, body: { title: 'Druga postaja' } })
    await asAdmin(publishArticle, { params: { id }, body: { language: 'hr' } })
    const { beside, current } = await around(written[0]!, '/hr/knowledgebase')
    expect(beside.slice(0, 4)).toEqual(['Stops', 'Stop 1 of the line', 'Druga postaja', 'Stop 3 of the line'])
    expect([beside.length, current]).toEqual([22, 'Stop 1 of the line'])
  })
})
