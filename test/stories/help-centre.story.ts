import type { Page } from '@playwright/test'
import { newCategory, newLiveArticle } from './articles.ts'
import { lookAtAll, lookAtThis } from './look.ts'
import { enterCode, type Founded, found, fresh, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'

const text = (words: string) => [{ type: 'text', text: words }]
const heading = (words: string) => ({ type: 'heading', attrs: { level: 2 }, content: text(words) })
const long = { type: 'paragraph', content: text('Words that take their place on the page. '.repeat(80)) }
const folded = {
  type: 'details',
  content: [
    { type: 'detailsSummary', content: text('On a phone') },
    { type: 'detailsContent', content: [{ type: 'paragraph', content: text('Hold the shift.') }] },
  ],
}
const sections = { type: 'doc', content: [heading('Choose a day'), long, heading('Move it'), long, folded] }

async function plant(
  site: Site,
): Promise<Founded & { article: string; articleId: string; category: string; categoryId: string }> {
  const workspace = await found(site, 'help')
  const category = await newCategory(site, workspace, 'Rota')
  await newLiveArticle(site, workspace, { title: 'Swap a shift', category: category.id })
  const article = await newLiveArticle(site, workspace, {
    title: 'Move a shift',
    category: category.id,
    document: sections,
  })
  const { body } = await site.api('GET', '/api/v1/knowledge-base/articles/move-a-shift', workspace)
  return {
    ...workspace,
    article,
    articleId: body.id,
    category: `/knowledgebase/category/${category.slug}`,
    categoryId: category.id,
  }
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('one reads, searches, says what is missing, and asks', async ({ page, site }) => {
    const workspace = await plant(site)
    const { domain, article } = workspace

    await test.step('one finds an article from the home page, reads on and asks', async () => {
      await page.goto(site.at(domain, '/knowledgebase'))
      await page.getByRole('link', { name: /^Rota/ }).click()
      await page.getByRole('main').getByRole('link', { name: 'Move a shift' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Move a shift' })).toBeVisible()
      await page.getByRole('link', { name: 'Move it' }).click()
      await expect(page).toHaveURL(/#move-it$/)
      await page.getByRole('link', { name: 'Previous Swap a shift' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Swap a shift' })).toBeVisible()
      // Controls that need scripts are not shown.
      await expect(page.getByRole('button')).toHaveText(['Yes', 'No'])
      await page.getByRole('link', { name: 'Ask us' }).click()
      await expect(page).toHaveURL(/\/customer\/auth\/login\?next=%2Fcustomer%2Ftickets%2Fcreate%3Farticle/)
    })

    await test.step('one searches from the home page and opens the section that fits', async () => {
      await page.goto(site.at(domain, '/knowledgebase'))
      await page.getByRole('searchbox').fill('choose a day')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('status')).toHaveText('1 result')
      await page.getByRole('link', { name: /Move a shift/ }).click()
      await expect(page).toHaveURL(/move-a-shift\?q=choose%20a%20day#choose-a-day$/)
    })

    await test.step('one says that an article did not help, and why', async () => {
      await page.goto(site.at(workspace.domain, workspace.article))
      await expect(page.getByRole('textbox')).toHaveCount(0)
      await page.getByRole('button', { name: 'No', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Was this helpful?' })).toBeHidden()
      await page.getByRole('link', { name: 'Change the answer' }).click()
      await page.getByRole('button', { name: 'No', exact: true }).click()
      await page.getByRole('textbox', { name: 'What was missing?' }).fill('Where the button is')
      await page.getByRole('textbox', { name: 'Your e-mail, if we may ask back' }).fill('lena@example.com')
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('Thank you. Your comment was sent to the owner of this article.')).toBeVisible()
      await expect(page).toHaveURL(/move-a-shift#feedback_thanks$/)
      await expectSaid(site, workspace, [{ helpful: false, comment: 'Where the button is', email: 'lena@example.com' }])
    })

    await test.step('one looks at what was found of one topic, and begins anew', async () => {
      const { id } = await newCategory(site, workspace, 'Pay')
      await newLiveArticle(site, workspace, { title: 'A shift that is paid twice', category: id })
      await page.goto(site.at(workspace.domain, '/knowledgebase/search?q=shift'))
      const topics = page.getByRole('navigation', { name: 'Topics' })
      await expect(topics.getByRole('link')).toHaveText(['All topics', 'Rota2', 'Pay1'])
      await topics.getByRole('link', { name: 'Pay' }).click()
      await expect(page.getByRole('status')).toHaveText('1 result')
      await expect(topics.getByRole('link', { name: 'Pay' })).toHaveAttribute('aria-current', 'true')
      await topics.getByRole('link', { name: 'All topics' }).click()
      await expect(page.getByRole('status')).toHaveText('3 results')
      await page.getByRole('link', { name: 'Clear' }).click()
      await expect(page.getByRole('searchbox')).toHaveValue('')
      await expect(page.getByRole('link', { name: 'Clear' })).toBeHidden()
    })

    await test.step('a customer signs in from an article and sends their request', async () => {
      await page.context().clearCookies()
      const email = `${fresh('lena')}@bramble.test`
      await page.goto(site.at(domain, article))
      await page.getByRole('link', { name: 'Ask us' }).click()
      await page.getByRole('link', { name: 'Create an account' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: /code/i }).click()
      await page.getByLabel('Six-digit code').fill(await site.codeFor(email))
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('You read: Move a shift')).toBeVisible()
      await expect(page.getByLabel('Subject')).toHaveValue('About “Move a shift”')
      await page.getByLabel('What happened?').fill('The day is not there.')
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByRole('heading', { name: 'About “Move a shift”' })).toBeVisible()
      await expect(page.getByText('The day is not there.')).toBeVisible()

      // The second time, the customer has an account and needs only a code.
      await page.goto('about:blank')
      await page.context().clearCookies()
      await page.goto(site.at(domain, article))
      await page.getByRole('link', { name: 'Ask us' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: /code/i }).click()
      await page.getByLabel('Six-digit code').fill(await site.codeFor(email))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('What happened?').fill('It is still not there.')
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByText('It is still not there.')).toBeVisible()
    })
  })
})

async function expectSaid(site: Site, { token, articleId }: Awaited<ReturnType<typeof plant>>, said: object[]) {
  const path = `/api/v1/knowledge-base/articles/${articleId}/feedback`
  const { body } = await site.api('GET', path, { token })
  expect(body.items).toMatchObject(said)
}

test('what one says of an article is taken without leaving it, and shown to whoever writes it', async ({
  page,
  site,
}) => {
  const workspace = await plant(site)
  const { domain, article, articleId, email } = workspace
  await page.goto(site.at(domain, '/knowledgebase/search?q=Move%20it'))
  await page.getByRole('link', { name: /Move a shift/ }).click()
  await expect(page).toHaveURL(/move-a-shift#move-it$/)
  await page.goto(site.at(domain, `${article}?q=Move%20it`))
  await expect(page).toHaveURL(site.at(domain, article))
  await page.getByRole('button', { name: 'Yes' }).click()
  const words = page.getByRole('textbox', { name: 'Is there something to add?' })
  await expect(words).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(words).toBeFocused()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'a word '.repeat(300))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(
    /^This field takes at most 2,000 characters/,
  )
  await words.fill('The picture is old')
  const address = page.getByRole('textbox', { name: 'Your e-mail, if we may ask back' })
  await address.fill('lena')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('Enter an address like name@example.com')
  await lookAtThis(page)
  await address.fill('lena@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Thank you. Your comment was sent to the owner of this article.')).toBeFocused()
  await expect(page).toHaveURL(site.at(domain, article))
  await expectSaid(site, workspace, [{ helpful: true, comment: 'The picture is old', searched: 'move it' }])

  await signIn(page, site, email)
  await openPage(page, site.at(domain, `/service/knowledgebase/admin/articles/edit/${articleId}`))
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText('Read 0 times. 1 of 1 rating says that the article helped (100 %).')).toBeVisible()
  await expect(details.getByText('The picture is old')).toBeVisible()
  await expect(details.getByText('Searched before: move it')).toBeVisible()
})

test('every page of it can be read', { tag: '@sweep' }, async ({ page, site }) => {
  const workspace = await plant(site)
  const { domain, article, category, categoryId } = workspace
  const { id } = await newCategory(site, workspace, { name: 'Nights', parent: categoryId })
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await newLiveArticle(site, workspace, { title: `Shift ${title}`, category: id })
  const pay = await newCategory(site, workspace, 'Pay')
  await newLiveArticle(site, workspace, { title: 'Shift pay', category: pay.id })
  const search = '/knowledgebase/search?q=shift'
  const inVain = `/knowledgebase/search?q=${'x'.repeat(300)}`
  await lookAtAll(
    page,
    ['/knowledgebase', category, article, search, inVain, '/knowledgebase/nothing'].map((path) =>
      site.at(domain, path),
    ),
  )
})

function watch(page: Page) {
  const hosts = new Set<string>()
  const sizes: number[] = []
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') sizes.push(Number(response.headers()['content-length'] ?? 0))
  })
  return { hosts, scriptBytes: () => Math.max(0, ...sizes) }
}

test('a reader chooses a language and a theme, and pages speak and copy in them', async ({ page, site, context }) => {
  const { token, domain, articleId, article } = await plant(site)
  const write = (method: string, path: string, body: object) => site.api(method, path, { token, body })
  await write('PUT', '/api/v1/languages', { items: ['en', 'hr', 'ar'] })
  const address = `/api/v1/knowledge-base/articles/${articleId}`
  await write('PUT', `${address}/translations/hr`, { title: 'Pomicanje smjene', document: sections })
  await write('PUT', `${address}/publication`, { language: 'hr' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('the language one chose is kept for whoever comes to the home page, and changes no page that has its own', async () => {
    const [home, croatianHome] = [site.at(domain, '/knowledgebase'), site.at(domain, '/hr/knowledgebase')]
    await page.goto(home)
    await page.getByRole('link', { name: 'Hrvatski' }).click()
    await expect(page).toHaveURL(croatianHome)
    await page.goto(home)
    await expect(page).toHaveURL(croatianHome)

    await page.goto(site.at(domain, article))
    await expect(page.getByRole('heading', { level: 1, name: 'Move a shift' })).toBeVisible()
    await page.getByRole('link', { name: 'Acme Help' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'What do you need to know?' })).toBeVisible()
    await expect(page).toHaveURL(home)

    await page.goto(croatianHome)
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(home)
    await page.goto(site.at(domain, '/customer/auth/login'))
    await page.goto(home)
    await expect(page.getByRole('heading', { level: 1, name: 'What do you need to know?' })).toBeVisible()
    expect(await context.cookies()).toEqual([])
  })

  await test.step('a page in another language speaks it throughout, also where its script speaks', async () => {
    await page.goto(site.at(domain, '/hr/knowledgebase/article/pomicanje-smjene'))
    await expect(page.locator('time[data-when]')).toHaveText('danas')
    await page.getByRole('button', { name: 'Kopiraj poveznicu na „Move it”' }).click()
    await page.getByRole('button', { name: 'Kopiraj kao Markdown' }).click()
    await expect(page.locator('[data-markdown]')).toHaveText('Kopirano')
    await page.getByRole('button', { name: 'Ne', exact: true }).click()
    await page.getByRole('textbox', { name: 'Vaša e-adresa, ako vam se smijemo javiti' }).fill('nitko')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ visible: true })).toHaveText('Upišite adresu poput ime@primjer.hr')
    await lookAtThis(page)

    await page.goto(site.at(domain, '/hr/knowledgebase'))
    await page.getByRole('combobox', { name: 'Pretražite centar za pomoć' }).fill('smjene')
    await expect(page.getByRole('listbox', { name: 'Prijedlozi' }).getByRole('option')).toHaveCount(1)
    await expect(page.getByRole('status')).toHaveText('1 prijedlog')

    await page.goto(site.at(domain, '/ar/knowledgebase'))
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await lookAtThis(page)
  })

  await test.step('the contents follow, a heading gives its address, and the theme stays', async () => {
    await page.goto(site.at(domain, article))
    const contents = page.getByRole('navigation', { name: 'On this page' })
    await expect(contents.locator('[aria-current]')).toHaveText('Choose a day')
    await page.getByRole('heading', { name: 'Move it' }).scrollIntoViewIfNeeded()
    await page.keyboard.press('End')
    await expect(contents.locator('[aria-current]')).toHaveText('Move it')
    await page.getByRole('button', { name: 'Copy the link to “Move it”' }).click()
    await expect(page).toHaveURL(/#move-it$/)
    await page.getByRole('button', { name: 'Copy as Markdown' }).click()
    await expect(page.locator('[data-markdown]')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Move a shift\n\n## Choose a day')

    // The accessible name of the heading does not include the button beside the heading.
    await expect(page.getByRole('heading', { name: 'Move it', exact: true })).toBeVisible()

    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(19, 23, 24)']
    await expect(page.locator('body')).toHaveCSS('background-color', light)
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.reload()
    await expect(page.locator('body')).toHaveCSS('background-color', dark)
    await expect(page.getByText('Hold the shift.')).toBeHidden()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Hold the shift.')).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', light)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(20, 25, 26)')
  })
})

test('an anonymous reader is left alone, is shown what fits while they type, and asks at last', async ({
  page,
  site,
  context,
}) => {
  const { domain, article, category } = await plant(site)

  await test.step('nobody else is asked for anything, and an anonymous reader gets no cookie', async () => {
    const asked = watch(page)
    for (const path of ['/knowledgebase', category, article, '/knowledgebase/search?q=shift'])
      await page.goto(site.at(domain, path), { waitUntil: 'networkidle' })
    expect([...asked.hosts]).toEqual([new URL(site.at(domain)).host])
    expect(asked.scriptBytes()).toBeGreaterThan(0)
    expect(asked.scriptBytes()).toBeLessThan(15_000)
    expect(await context.cookies()).toEqual([])
  })

  await test.step('what is found comes while one types, and a question that nothing answers goes on to us', async () => {
    await page.goto(site.at(domain, article))
    await page.getByRole('link', { name: 'Search' }).click()
    const field = page.getByRole('searchbox')
    await expect(field).toBeFocused()
    await page.keyboard.type('shitf')
    await expect(page.getByRole('status')).toHaveText('2 results')
    await expect(page).toHaveURL(/search\?q=shitf$/)
    await expect(page.locator('mark').first()).toHaveText(/shift/i)
    await expect(field).toBeFocused()
    await lookAtThis(page)

    const asked = page.waitForEvent('request', (request) => request.url().includes('bicycle'))
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('bicycle'))
    await page.route(/bicycle/, () => {})
    await page.keyboard.type(' bicycle')
    await asked
    await field.fill('shitf')
    await givenUp
    await expect(page.getByRole('status')).toHaveText('2 results')

    await field.fill('zebra crossing')
    await expect(page.getByRole('status')).toHaveText('Nothing was found for “zebra crossing”.')
    await expect(page.getByRole('heading', { name: 'What others read' })).toBeVisible()
    await page.getByRole('link', { name: 'Ask us' }).click()
    await expect(page).toHaveURL(/subject%3Dzebra(%2B|%2520)crossing/)
  })

  await test.step('the home page suggests while one types, and a suggestion is chosen by keyboard or by hand', async () => {
    await page.goto(site.at(domain, '/knowledgebase'))
    const field = page.getByRole('combobox', { name: 'Search the help centre' })
    const options = page.getByRole('option')
    await field.click()
    await page.keyboard.type('shitf')
    await expect(options).toHaveCount(2)
    await expect(page.getByRole('status')).toHaveText('2 suggestions')
    await expect(field).toHaveAttribute('aria-expanded', 'true')
    await lookAtThis(page)
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(field).toHaveValue('shitf')

    await field.fill('choose a day')
    await expect(options).toHaveText([/Move a shift.*Choose a day/])
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(options.first()).toHaveAttribute('aria-selected', 'false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/move-a-shift#choose-a-day$/)

    await page.goBack()
    await field.fill('swap')
    await options.first().click()
    await expect(page).toHaveURL(/swap-a-shift$/)

    await page.goBack()
    await field.fill('choose a day')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    // Enter must not open the active result of the previous words while the new results are not there yet.
    await page.route(/q=shift$/, (route) => (route.request().isNavigationRequest() ? route.continue() : undefined))
    await field.fill('shift')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/search\?q=shift$/)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('who still needs help carries the article into their request', async () => {
    const email = `${fresh('lena')}@bramble.test`
    await page.goto(site.at(domain, article))
    await page.getByRole('link', { name: 'Ask us' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL(/register/)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: /code/i }).click()
    await page.waitForURL(/register-verify/)
    await enterCode(page, site, email)
    await page.waitForURL(/\/customer\/tickets\/create\?article=/)
    await expect(page.getByText('You read: Move a shift')).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue('About “Move a shift”')
    await lookAtThis(page)
    await page.getByLabel('What happened?').fill('The day is not there.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('Your request is with our team.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'About “Move a shift”' })).toBeVisible()
  })
})
