import { newEntry, newModel, readEntry } from './content.ts'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('blocks have one structure, and a value in each language where a field says so', async ({ page, site }) => {
  const company = await found(site, 'parts')
  const { token } = company
  await site.api('PUT', '/api/v1/languages', { token, body: { items: ['en', 'de'] } })
  const link = await newModel(site, company, {
    ...{ key: 'link', name: 'Link', kind: 'component' },
    fields: [
      { key: 'href', kind: 'text' },
      { key: 'label', kind: 'text', localized: true },
    ],
  })
  const hero = await newModel(site, company, {
    ...{ key: 'hero', name: 'Hero', kind: 'component' },
    fields: [
      { key: 'theme', kind: 'text' },
      { key: 'heading', kind: 'text', localized: true },
      { key: 'links', kind: 'group', component: link.id, many: true },
    ],
  })
  const { pluralKey } = await newModel(site, company, {
    ...{ key: 'sitePage', name: 'Site page', localized: true },
    fields: [
      { key: 'title', kind: 'text', localized: true },
      { key: 'sections', kind: 'blocks', components: [hero.id] },
    ],
  })
  const sections = [{ type: 'hero', theme: 'dark', heading: 'One', links: [{ href: '/a', label: 'First' }] }]
  const id = await newEntry(site, company, pluralKey, { title: 'Page', sections })
  const headings = async (locale: string) =>
    (await readEntry(site, company, id, locale)).fields?.sections.map(
      ({ theme, heading }: { theme: string; heading: string }) => [theme, heading],
    )
  await signIn(page, site, company.email)
  await openPage(page, site.at(company.domain, `/cms/content/edit/${id}?language=de`))
  const field = (path: string) => page.locator(`[data-field="${path}"]`).getByRole('textbox')

  await test.step('a language that has no text shows the structure, and begins with the words of another', async () => {
    await page.getByRole('button', { name: /^Hero/ }).first().click()
    await expect(field('sections.0.theme')).toHaveValue('dark')
    await expect(field('sections.0.heading')).toHaveValue('')
    await page.getByRole('button', { name: 'Copy the English text' }).click()
    await expect(field('sections.0.heading')).toHaveValue('One')
  })

  await test.step('what is shared is marked among what is not', async () => {
    await expect(page.locator('[data-field="sections"] > fieldset')).toContainText('Structure in all languages')
    await expect(field('sections.0.theme')).toHaveAccessibleDescription('Shared by all languages')
    await expect(field('sections.0.heading')).toHaveAccessibleDescription('')
  })

  await test.step('words change in this language alone, the structure in all', async () => {
    await field('sections.0.heading').fill('Eins')
    await page.getByRole('button', { name: /^Link/ }).first().click()
    await field('sections.0.links.0.label').fill('Erster')
    await field('sections.0.theme').fill('light')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect.poll(() => headings('de')).toEqual([['light', 'Eins']])
    expect(await headings('en')).toEqual([['light', 'One']])
    const [{ links }] = (await readEntry(site, company, id, 'en')).fields.sections
    expect(links).toMatchObject([{ href: '/a', label: 'First' }])
  })

  await test.step('a block that is added and moved in one language is so in the other', async () => {
    await page.getByRole('button', { name: 'Add Hero' }).click()
    await field('sections.1.heading').fill('Zwei')
    await page.getByRole('button', { name: 'Move Hero up' }).last().click()
    await expect
      .poll(() => headings('de'))
      .toEqual([
        [null, 'Zwei'],
        ['light', 'Eins'],
      ])
    expect(await headings('en')).toEqual([
      [null, null],
      ['light', 'One'],
    ])
  })
  await lookAtThis(page)
})
