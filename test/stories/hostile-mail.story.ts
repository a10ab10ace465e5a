import { hostileHtml } from '#server/platform/html/fixtures/hostile-html.ts'
import { found, fresh, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { mailIn } from './tickets.ts'

test('hostile HTML runs nothing on the page of its ticket, by the allow-list and by the page’s policy', async ({
  browser,
  site,
}) => {
  const acme = await found(site)
  const from = `${fresh('eve')}@spy.test`
  await mailIn(site, acme, { from, subject: 'Look at this', text: 'Hello', html: hostileHtml.join('<p>Hello</p>') })
  // Uses a separate browser context, because blocked content causes console errors, which would fail the test.
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  const dialogs: string[] = []
  const isForeign = (url: string) => !url.includes('startuptools.localhost') && !/^(data|blob):/.test(url)
  page.on('requestfinished', (request) => isForeign(request.url()) && asked.push(request.url()))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (isForeign(request.url()) && !/csp|BLOCKED_BY/i.test(reason)) asked.push(`${request.url()} ${reason}`)
  })
  page.on('dialog', (dialog) => dialogs.push(dialog.message()) && dialog.dismiss())
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, '/service/tickets?view=all'))
  await page.getByRole('link', { name: /Look at this/ }).click()
  const body = page.locator('.written-mail').first()
  await expect(body).toContainText('Hello')
  expect(await body.locator('script, style, iframe, svg, form, object, link, [onerror], [onload]').count()).toBe(0)

  // Simulates an allow-list that lets all HTML through. Leaves out HTML that opens another page, because no policy can
  // prevent this.
  const staying = hostileHtml.filter((html) => !/http-equiv/i.test(html))
  await body.evaluate((element, payloads) => {
    element.innerHTML = payloads.join('')
  }, staying)
  await page.waitForLoadState('networkidle')
  expect(dialogs).toEqual([])
  expect(asked).toEqual([])
  await context.close()
})
