import type { Page } from '@playwright/test'
import { newArticle, newCategory } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { type Founded, found, openPage, signIn, untilInteractive } from './people.ts'
import { expect, holdRequests, type Site, test } from './story.ts'

const path = '/service/knowledgebase/admin/categories'
const tree = (page: Page) => page.getByRole('list', { name: 'Categories' })
const rows = (page: Page) => tree(page).getByRole('link')
const row = (page: Page, name: string) => tree(page).getByRole('listitem').filter({ hasText: name })
const articles = (page: Page, name: string) =>
  page
    .getByRole('region', { name: `Articles in ${name}` })
    .getByRole('list')
    .getByRole('link')

/** Creates categories in the given order. Each value is the name of the parent category, or null. */
async function grow(site: Site, acme: Founded, names: Record<string, string | null>) {
  const ids: Record<string, string> = {}
  for (const [name, within] of Object.entries(names)) {
    const { id } = await newCategory(site, acme, { name, parent: within && ids[within] })
    ids[name] = id
  }
  return ids
}

async function namesIn(site: Site, { token }: Founded) {
  const { body } = await site.api('GET', '/api/v1/knowledge-base/categories', { token })
  const items: { id: string; parent: string | null; name: string }[] = body.items
  const nameOf = new Map(items.map(({ id, name }) => [id, name]))
  return items.map(({ name, parent }) => (parent ? `${nameOf.get(parent)}/${name}` : name))
}

async function openTree(page: Page, site: Site, acme: Founded) {
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, path))
}

/** Presses a key at the moment when the notice appears, before any other code runs. */
const pressOnceTold = (page: Page, text: string, key: string) =>
  page.evaluate(
    ([text, key]) => {
      const notices = () => [...document.querySelectorAll('[role=status][aria-live=polite] span')]
      new MutationObserver((_, observer) => {
        if (!notices().some(({ textContent }) => textContent === text)) return
        observer.disconnect()
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }).observe(document.body, { childList: true, subtree: true, characterData: true })
    },
    [text, key] as const,
  )

test('the tree is put in order by keys alone and by dragging, and follows others, and the connection', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const { Rota } = await grow(site, acme, { Payroll: null, Rota: null, Team: null })
  await openTree(page, site, acme)
  await expect(rows(page)).toHaveText(['Payroll', 'Rota', 'Team'])

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(rows(page)).toHaveText(['Payroll', 'Rota, in Payroll', 'Team'])
  await expect(page.getByText('Rota moved into Payroll')).toBeVisible()
  await expect(rows(page).nth(1)).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByText('Rota moved to the top')).toBeVisible()
  await pressOnceTold(page, 'Rota moved', 'z')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(rows(page)).toHaveText(['Payroll', 'Rota', 'Team'])
  await expect.poll(() => namesIn(site, acme)).toEqual(['Payroll', 'Rota', 'Team'])

  await test.step('a category is dragged into another and beside another, and the tree stays so', async () => {
    await row(page, 'Team').dragTo(row(page, 'Payroll'))
    await expect(rows(page)).toHaveText(['Payroll', 'Team, in Payroll', 'Rota'])
    await expect(page.getByText('Team moved into Payroll')).toBeVisible()
    await row(page, 'Rota').dragTo(row(page, 'Payroll').first(), { targetPosition: { x: 100, y: 3 } })
    await expect(rows(page)).toHaveText(['Rota', 'Payroll', 'Team, in Payroll'])
    await expect(page.getByText('Rota moved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(rows(page)).toHaveText(['Rota', 'Payroll', 'Team, in Payroll'])
  })

  await test.step('without a connection a move says so and is not lost from sight', async () => {
    await untilInteractive(page)
    await page.route('**/position', (route) => route.abort('internetdisconnected'))
    await rows(page).first().focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached')
    await expect(rows(page)).toHaveText(['Rota', 'Payroll', 'Team, in Payroll'])
    await page.unroute('**/position')
    await page.keyboard.press('Alt+ArrowDown')
    await expect(rows(page)).toHaveText(['Payroll', 'Team, in Payroll', 'Rota'])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect.poll(() => namesIn(site, acme)).toEqual(['Payroll', 'Payroll/Team', 'Rota'])
  })

  await test.step('what somebody else does to the tree shows by itself', async () => {
    const change = { name: 'Shifts', parent: null }
    await site.api('PATCH', `/api/v1/knowledge-base/categories/${Rota}`, { token: acme.token, body: change })
    await expect(rows(page)).toHaveText(['Payroll', 'Team, in Payroll', 'Shifts'])
  })
})

test('keys are taken in turn while moves are under way, and the focus stays on what is moved', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await grow(site, acme, { Payroll: null, Rota: 'Payroll', Team: null, Leave: null })
  await openTree(page, site, acme)
  const held = await holdRequests(page, '**/position')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  for (const key of ['Left', 'Down', 'Down', 'Up', 'Right']) await page.keyboard.press(`Alt+Arrow${key}`)
  await expect(rows(page)).toHaveText(['Payroll', 'Team', 'Rota, in Team', 'Leave'])
  await expect(rows(page).nth(2)).toBeFocused()
  await expect.poll(() => namesIn(site, acme)).toEqual(['Payroll', 'Payroll/Rota', 'Team', 'Leave'])
  held.release()
  await expect.poll(() => namesIn(site, acme)).toEqual(['Payroll', 'Team', 'Team/Rota', 'Leave'])
  await expect(page.getByText('Rota moved into Team')).toBeVisible()
  await expect(rows(page)).toHaveText(['Payroll', 'Team', 'Rota, in Team', 'Leave'])
  await expect(rows(page).nth(2)).toBeFocused()
})

test('a move that cannot be is said in a sentence, and everything stays where it was', async ({ page, site }) => {
  const acme = await found(site)
  await grow(site, acme, { One: null, Two: 'One', Three: 'Two', Four: 'Three', Five: 'Four', Six: 'Four' })
  await openTree(page, site, acme)
  const before = ['One', 'Two, in One', 'Three, in Two', 'Four, in Three', 'Five, in Four', 'Six, in Four']
  await rows(page).nth(5).focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page.getByRole('alert')).toContainText('The category was not moved.')
  await expect(page.getByRole('alert')).toContainText('Categories can be nested at most five levels deep')
  await expect(rows(page)).toHaveText(before)
  await expect(rows(page).nth(5)).toBeFocused()

  await row(page, 'One').first().dragTo(row(page, 'Three, in Two'))
  await expect(page.getByRole('alert')).toContainText('A category cannot be inside itself')
  await expect(rows(page)).toHaveText(before)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('alert')).toContainText('A category cannot be inside itself')
})

test('the articles of a category are put in order by keys and by dragging', async ({ page, site }) => {
  const acme = await found(site)
  const { id: category } = await newCategory(site, acme, 'Payroll')
  for (const title of ['Alpha', 'Bravo', 'Charlie']) await newArticle(site, acme, { title, category })
  await openTree(page, site, acme)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(articles(page, 'Payroll')).toHaveText(['Alpha', 'Bravo', 'Charlie'])
  await page.keyboard.press('o')
  await expect(articles(page, 'Payroll').first()).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(articles(page, 'Payroll')).toHaveText(['Bravo', 'Charlie', 'Alpha'])
  await expect(articles(page, 'Payroll').nth(2)).toBeFocused()
  const line = (title: string) =>
    page.getByRole('region', { name: 'Articles in Payroll' }).getByRole('listitem').filter({ hasText: title })
  await line('Alpha').dragTo(line('Bravo'), { targetPosition: { x: 100, y: 3 } })
  await expect(articles(page, 'Payroll')).toHaveText(['Alpha', 'Bravo', 'Charlie'])
  const order = async () => {
    const query = `category=${category}&order=position`
    const { body } = await site.api('GET', `/api/v1/knowledge-base/articles?${query}`, { token: acme.token })
    return body.items.map(({ title }: { title: string }) => title)
  }
  await expect.poll(order).toEqual(['Alpha', 'Bravo', 'Charlie'])
})

test('the pages of categories can be read', { tag: '@sweep' }, async ({ page, site }) => {
  test.setTimeout(180_000)
  const acme = await found(site)
  await signIn(page, site, acme.email)
  await lookAtAll(page, [site.at(acme.domain, path), site.at(acme.domain, `${path}/edit`)])
  const { id: category } = await newCategory(site, acme, {
    name: 'A category with a name that is as long as the name of a category can be here',
  })
  await newCategory(site, acme, { name: 'Within', parent: category, visibility: 'team' })
  await newArticle(site, acme, { title: 'An article whose title is longer than its row '.repeat(4), category })
  await lookAtAll(
    page,
    [`${path}?category=${category}`, `${path}/edit/${category}`].map((at) => site.at(acme.domain, at)),
  )
  await openPage(page, site.at(acme.domain, `${path}/edit/${category}`))
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await lookAtThis(page)
})
