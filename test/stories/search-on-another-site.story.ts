import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { newLiveArticle } from './articles.ts'
import { expectAccessible } from './look.ts'
import { found } from './people.ts'
import { expect, type Site, test } from './story.ts'

/**
 * A page of another site. Its CSS affects all elements, and its policy allows only the sources that the manual names.
 */
const pageWith = (script: string, dark: boolean) => `<!doctype html><html lang="en"><head><title>Elsewhere</title>
<meta charset="utf-8"><link rel="stylesheet" href="/style.css">
<script type="module" src="${script}"></script></head>
<body class="${dark ? 'dark' : ''}"><main><h1>Elsewhere</h1>
<help-search><a href="/help">Help centre</a></help-search>
<form><label>Own field <input id="own"></label></form></main></body></html>`
const style = `body { font: 18px serif; margin: 40px; color-scheme: light; background: Canvas; color: CanvasText }
.dark { color-scheme: dark }
* { letter-spacing: normal } input { width: 3px !important; border: 9px solid red } a { color: magenta !important; display: none }
[role=listbox], .note, .title { display: none !important }`

let server: Server
let origin: string
let script = ''
let policy = ''
let isDark = false

test.beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/style.css') return response.writeHead(200, { 'content-type': 'text/css' }).end(style)
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
    return response.end(pageWith(script, isDark))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => server.close(resolve)))
test.beforeEach(() => {
  isDark = false
})

const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

async function plant(site: Site) {
  const workspace = await found(site, 'elsewhere')
  const document = { type: 'doc', content: [paragraph('Of shifts.'), heading('Choose a day'), paragraph('Any day.')] }
  await newLiveArticle(site, workspace, { title: 'Move a shift', document })
  await newLiveArticle(site, workspace, 'Swap a shift')
  script = site.at(workspace.domain, '/knowledgebase/search.js')
  const { origin: own } = new URL(script)
  policy = `default-src 'none'; style-src 'self'; script-src ${own}; connect-src ${new URL(site.at('api')).origin}; form-action ${own}; require-trusted-types-for 'script'`
  return { ...workspace, own }
}

const fieldOn = (page: Page) => page.getByRole('combobox', { name: 'Search the help centre' })

test('the search of the help centre stands on a page of another site', async ({ page, site }) => {
  const { own } = await plant(site)

  await test.step('a visitor finds an article from a page of another site, by keys alone', async () => {
    await page.goto(origin)
    await page.keyboard.press('Tab')
    await expect(fieldOn(page)).toBeFocused()
    await page.keyboard.type('choose a day')
    await expect(page.getByRole('option')).toHaveText([/^Move a shift/])
    await expect(page.getByRole('status')).toHaveText('1 suggestion')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(fieldOn(page)).toHaveValue('choose a day')
    await fieldOn(page).fill('shift')
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`^${own}/knowledgebase/article/(move|swap)-a-shift`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/a shift$/)
    expect(await page.context().cookies()).toEqual([])
  })

  await test.step('Enter without a choice leads to all that is found, and what is not found to a request', async () => {
    await page.goto(origin)
    await fieldOn(page).fill('zeppelin <b>')
    await expect(page.getByRole('status')).toHaveText('Nothing was found for “zeppelin <b>”.')
    await expect(page.getByRole('link', { name: 'Ask us' })).toHaveAttribute(
      'href',
      `${own}/customer/tickets/create?subject=zeppelin+%3Cb%3E`,
    )
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Ask us' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Ask us' })).toBeHidden()
    await expect(fieldOn(page)).toBeFocused()
    await fieldOn(page).fill('choose a day')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
    // Enter must not open the active result of the previous words while the new results are not there yet.
    await page.route('**/api/v1/**', () => {})
    await fieldOn(page).fill('shift')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${own}/knowledgebase/search?q=shift`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  await test.step('it asks one host, keeps its own looks and leaves those of the page alone', async () => {
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.goto(origin)
    await fieldOn(page).fill('shift')
    await expect(page.getByRole('option')).toHaveCount(2)
    expect((await fieldOn(page).boundingBox())!.width).toBeGreaterThan(300)
    expect((await page.locator('#own').boundingBox())!.width).toBeLessThan(30)
    expect([...hosts].sort()).toEqual([new URL(origin).host, new URL(script).host, new URL(site.at('api')).host].sort())
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual(['', 0, 0])
  })

  await test.step('without an answer it says so, and finds again once there is one', async () => {
    await page.goto(origin)
    await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'))
    await fieldOn(page).fill('shift')
    await expect(page.getByRole('status')).toContainText('try again in a moment')
    await page.unroute('**/api/v1/**')
    await fieldOn(page).fill('shifts')
    await expect(page.getByRole('option')).toHaveCount(2)
  })

  await test.step('of the script there are less than 8 kB', async () => {
    policy = ''
    await page.goto(origin)
    const sent = await page.evaluate(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength, script)
    expect(sent).toBeGreaterThan(3000)
    expect(sent).toBeLessThan(8000)
  })
})

for (const dark of [false, true])
  test(`axe finds nothing ${dark ? 'in dark' : 'in light'}`, { tag: '@sweep' }, async ({ page, site }) => {
    await plant(site)
    isDark = dark
    policy = ''
    await page.goto(origin)
    await fieldOn(page).fill('shift')
    await expect(page.getByRole('option')).toHaveCount(2)
    await page.keyboard.press('ArrowDown')
    await expectAccessible(page, (axe) => axe.include('help-search'))
  })
