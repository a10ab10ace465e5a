import { newArticle, newCategory, newLiveArticle } from './articles.ts'
import { lookAtAll } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a category whose name and description have no space between letters fits a phone', async ({ page, site }) => {
  test.setTimeout(120_000)
  const acme = await found(site)
  const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtenverband'
  const above = await newCategory(site, acme, { name: word, description: word })
  const { id, slug } = await newCategory(site, acme, { name: `${word}e`, description: word, parent: above.id })
  const article = await newLiveArticle(site, acme, { title: 'Within', category: id })
  const paths = ['', `/category/${above.slug}`, `/category/${slug}`, '/search?q=within'].map(
    (path) => `/knowledgebase${path}`,
  )
  await lookAtAll(
    page,
    [...paths, article].map((path) => site.at(acme.domain, path)),
  )
})

test('a row of the list of articles says how many languages there are beside those that fit, and which', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const { token } = acme
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de', 'fr', 'hr', 'it'] } })
  const id = await newArticle(site, acme, { title: 'Five languages' }, true)
  for (const language of ['de', 'fr', 'hr', 'it'])
    await site.api('PUT', `/api/v1/knowledge-base/articles/${id}/translations/${language}`, {
      ...{ token, body: { title: `In ${language}` } },
    })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin/articles'))
  const cell = page.getByRole('row', { name: 'Five languages' }).getByRole('cell').filter({ hasText: 'German' })
  await expect(cell).toContainText('+3')
  await expect(cell.getByTitle('French: draft')).toHaveText(/Croatian: draft; Italian: draft/)
  expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the search of the help centre says that the end of a pasted text was left out, until it is shorter', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await newLiveArticle(site, acme, 'Move a shift')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const told = page.getByRole('alert').filter({ visible: true })
  for (const path of ['/knowledgebase', '/knowledgebase/search?q=shift']) {
    await page.goto(site.at(acme.domain, path))
    await page.evaluate((text) => navigator.clipboard.writeText(text), 'a word '.repeat(40))
    const search = page.getByLabel('Search the help centre')
    await search.press('ControlOrMeta+a')
    await page.keyboard.press('ControlOrMeta+v')
    await expect(told).toHaveText('This field takes at most 256 characters. The end of the pasted text was left out.')
    await search.fill('Move it')
    await expect(told).toHaveCount(0)
  }
})
