import type { Page } from '@playwright/test'
import { newEntry, newModel, readEntry } from './content.ts'
import { lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

// The test has many steps.
test.describe.configure({ timeout: 120_000 })

const sections = (page: Page) => page.locator('[data-field="sections"]')
const cards = (page: Page) => sections(page).getByRole('listitem')
const title = (page: Page, at: number) => cards(page).nth(at).locator('[data-part=title]')
const isSaved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible()

async function newPages(site: Site, company: Founded) {
  const { token } = company
  await newModel(
    site,
    { token },
    { key: 'hero', name: 'Hero', kind: 'component', fields: [{ key: 'heading', kind: 'text' }] },
  )
  await newModel(
    site,
    { token },
    { key: 'quote', name: 'Quote', kind: 'component', fields: [{ key: 'words', kind: 'text' }] },
  )
  await newModel(
    site,
    { token },
    {
      ...{ key: 'landing', name: 'Landing page' },
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'sections', kind: 'blocks', components: ['hero', 'quote'] },
      ],
    },
  )
  const ids = [
    await newEntry(site, company, 'landings', { title: 'One' }),
    await newEntry(site, company, 'landings', { title: 'Two' }),
  ]
  return ids.map((id) => ({ id, address: site.at(company.domain, `/cms/content/edit/${id}`) }))
}

async function add(page: Page, name: string, words: string) {
  await sections(page).getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('option', { name }).click()
  await expect(cards(page).last().getByRole('textbox')).toBeFocused()
  await page.keyboard.type(words)
}

test('blocks are added, moved by keys, doubled, taken out and back, and copied to another entry', async ({
  page,
  site,
}) => {
  const company = await found(site, 'cms')
  const [one, two] = await newPages(site, company)
  await signIn(page, site, company.email)
  await openPage(page, one!.address)
  await add(page, 'Hero', 'Begin here')
  await add(page, 'Quote', 'Seconds matter')
  await title(page, 1).click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(title(page, 0)).toContainText('Quote')
  await expect(title(page, 0)).toContainText('Seconds matter')
  await cards(page).first().getByRole('button', { name: 'Duplicate Quote' }).click()
  await expect(cards(page)).toHaveCount(3)
  await cards(page).nth(2).getByRole('button', { name: 'Remove Hero' }).click()
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(title(page, 2)).toContainText('Begin here')
  await isSaved(page)
  await lookAtThis(page)
  const { fields } = await readEntry(site, company, one!.id)
  expect(fields.sections).toMatchObject([
    { type: 'quote', words: 'Seconds matter' },
    { type: 'quote', words: 'Seconds matter' },
    { type: 'hero', heading: 'Begin here' },
  ])

  await cards(page).nth(2).getByRole('button', { name: 'Copy Hero' }).click()
  await openPage(page, two!.address)
  await sections(page).getByRole('button', { name: 'Paste' }).click()
  await expect(title(page, 0)).toContainText('Begin here')
  await isSaved(page)
  await expect
    .poll(() => readEntry(site, company, two!.id))
    .toMatchObject({
      fields: { sections: [{ type: 'hero', heading: 'Begin here' }] },
    })
})
