import type { Locator } from '@playwright/test'
import { newArticle, newLiveArticle } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { found, openPage, signIn, untilInteractive } from './people.ts'
import { expect, type Site, test } from './story.ts'

const base = '/service/settings/knowledge-base'

const itemsOf = async (site: Site, token: string, path: string) =>
  (await site.api('GET', `/api/v1/knowledge-base/${path}`, { token })).body.items

test('what two admins change in the synonyms at a time both stays, and one does it by keys alone', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('what two admins change in the synonyms at a time both stays', async () => {
    await openPage(page, site.at(acme.domain, `${base}/synonyms`))
    const items = [{ words: ['theirs', 'also'] }]
    await site.api('PUT', '/api/v1/knowledge-base/synonyms', { token: acme.token, body: { items } })
    await page.getByRole('textbox', { name: 'Words' }).fill('mine, ours')
    await page.keyboard.press('Enter')
    const lines = page.getByRole('list', { name: 'Synonyms' }).getByRole('listitem')
    await expect(lines).toHaveText([/theirs/, /mine/])
  })

  await test.step('an admin adds, changes and removes a synonym by keys alone, and takes it back', async () => {
    await site.api('PUT', '/api/v1/knowledge-base/synonyms', { token: acme.token, body: { items: [] } })
    await openPage(page, site.at(acme.domain, `${base}/synonyms`))
    const words = page.getByRole('textbox', { name: 'Words' })
    await words.press('Enter')
    await expect(page.getByText('Enter at least two words, separated by commas')).toBeVisible()
    await expect(words).toBeFocused()
    await page.keyboard.type('vacation, leave')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Synonym added')).toBeVisible()
    await expect(words).toBeFocused()
    await expect(words).toHaveValue('')
    await page.keyboard.type('pay, salary')
    await page.keyboard.press('Enter')
    const lines = page.getByRole('list', { name: 'Synonyms' }).getByRole('listitem')
    await expect(lines).toHaveCount(2)
    await lookAtThis(page)

    await page.getByRole('button', { name: 'Change vacation, leave' }).press('Enter')
    await expect(words).toBeFocused()
    await page.getByRole('radio', { name: 'Both ways' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('textbox', { name: 'Search for' }).fill('vacation')
    await page.getByRole('textbox', { name: 'Also finds' }).fill('leave, day off')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Synonym changed')).toBeVisible()
    await expect
      .poll(() => itemsOf(site, acme.token, 'synonyms'))
      .toEqual([
        { words: ['vacation'], leadsTo: ['leave', 'day off'], language: null },
        { words: ['pay', 'salary'], leadsTo: [], language: null },
      ])

    // Needs an exact name, because the old line has a button whose name begins with the same words.
    await page.getByRole('button', { name: 'Remove vacation', exact: true }).press('Enter')
    await expect(lines).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Remove pay, salary' })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(lines).toHaveText([/vacation/, /pay/])
  })
})

test('an admin sees what found nothing, and leads old addresses on', async ({ page, site }) => {
  const acme = await found(site)
  await newLiveArticle(site, acme, 'Swap a shift')
  await signIn(page, site, acme.email)

  await test.step('a word that found nothing becomes a synonym', async () => {
    for (const q of ['swap', 'vacation'])
      await site.api('GET', `/api/v1/knowledge-base/search?q=${q}`, { host: acme.domain })
    // Reading the log through the API also stores pending log entries. The page shows only stored entries.
    expect(await itemsOf(site, acme.token, 'search-log')).toHaveLength(2)
    await openPage(page, site.at(acme.domain, '/service/knowledgebase/admin/reports'))
    await page.getByRole('link', { name: 'See all' }).click()
    const rows = page.getByRole('table', { name: 'Searches' }).getByRole('row')
    await expect(rows).toHaveText([/Search/, /vacation/])
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(rows).toHaveCount(3)
    await lookAtThis(page)
    await page.getByRole('link', { name: 'Add a synonym for “vacation”' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Search for' })).toHaveValue('vacation')
    await expect(page.getByRole('textbox', { name: 'Also finds' })).toBeFocused()
    await page.keyboard.type('swap')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Synonym added')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Words' })).toHaveValue('')
    await expect
      .poll(() => itemsOf(site, acme.token, 'synonyms'))
      .toMatchObject([{ words: ['vacation'], leadsTo: ['swap'] }])
  })

  await test.step('an old address is led to an article that is found by its words, or said to be gone', async () => {
    const draft = await newArticle(site, acme, { title: 'Still a draft' })
    const body = { path: '/hc/draft', article: draft }
    await site.api('POST', '/api/v1/knowledge-base/redirects', { token: acme.token, body })
    await openPage(page, site.at(acme.domain, `${base}/redirects`))
    const rows = page.getByRole('list', { name: 'Redirects' }).getByRole('listitem')
    await expect(rows).toHaveText([/hc\/draft.*Target missing/])
    const [address, article] = [
      page.getByRole('textbox', { name: 'Old URL' }),
      page.getByRole('combobox', { name: 'Article' }),
    ]
    await address.press('Enter')
    await expect(page.getByText('Enter a URL')).toBeVisible()
    await expect(address).toBeFocused()
    await page.keyboard.type('https://elsewhere.test/x')
    await article.fill('swap')
    await expect(page.getByRole('option', { name: 'Swap a shift' })).toBeVisible()
    await lookAtThis(page)
    expect(await isOpenAfterEnter(article), 'or the next Enter chooses again').toBe('false')
    await expect(article).toHaveValue('Swap a shift')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Enter a path of this host/)).toBeVisible()
    await expect(address).toBeFocused()
    await address.fill('/service/tickets')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This URL is used by the product')).toBeVisible()
    await address.fill('/hc/12')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Redirect added')).toBeVisible()
    await expect(address).toBeFocused()
    await expect(rows).toHaveCount(2)

    await page.keyboard.type('/hc/13')
    await page.getByRole('radio', { name: 'An article' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('button', { name: 'Add redirect' }).press('Enter')
    await expect(rows.nth(2)).toHaveText(/hc\/13.*Gone \(410\)/)

    await page.getByRole('searchbox', { name: 'Search redirects' }).fill('swap')
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove /hc/12' }).press('Enter')
    await expect(page.getByText('No redirect matches “swap”.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(rows).toHaveText([/hc\/12.*Swap a shift/])
  })
})

test('the settings of the search can be read', async ({ page, site }) => {
  test.setTimeout(180_000)
  const acme = await found(site)
  await site.api('PUT', '/api/v1/languages', { token: acme.token, body: { items: ['en', 'de'] } })
  const empty = ['synonyms', 'searches', 'redirects'].map((path) => site.at(acme.domain, `${base}/${path}`))
  await signIn(page, site, acme.email)
  await lookAtAll(page, empty)
  const long = 'donaudampfschifffahrtsgesellschaftskapitän'
  const items = [
    { words: [long, `${long}in`], language: 'de' },
    { words: ['a'], leadsTo: [long.slice(0, 40), 'b'] },
  ]
  await site.api('PUT', '/api/v1/knowledge-base/synonyms', { token: acme.token, body: { items } })
  for (let at = 0; at < 26; at += 1) {
    const body = { path: `/hc/${long.repeat(at % 3)}${at}`, article: null }
    await site.api('POST', '/api/v1/knowledge-base/redirects', { token: acme.token, body })
  }
  await site.api('GET', `/api/v1/knowledge-base/search?q=${encodeURIComponent(long.repeat(3))}`, { host: acme.domain })
  await lookAtAll(page, empty)
  await untilInteractive(page)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('26–26')
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveText('1–25')
})

/** Presses Enter and returns `aria-expanded` in the same task, before any later task runs. */
const isOpenAfterEnter = (input: Locator) =>
  input.evaluate(async (element) => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    await Promise.resolve()
    return element.getAttribute('aria-expanded')
  })
