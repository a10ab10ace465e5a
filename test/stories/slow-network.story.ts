import type { Page } from '@playwright/test'
import { found, openPage, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

const bars = (page: Page) => page.getByRole('progressbar', { name: 'Loading the page' })
const busy = (page: Page) => page.locator('a[aria-busy="true"]')

/** Holds the requests to `path`. Returns a function that releases the requests. */
async function hold(page: Page, path: RegExp) {
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(path, async (route) => {
    await held
    // Ignores failures, because the page may have cancelled the request.
    await route.continue().catch(() => {})
  })
  return letThrough
}

test('what is held up is marked at once, and leaves the page as it is until it comes', async ({ page, site }) => {
  const workspace = await found(site, 'slow')
  const ticket = await newTicket(site, workspace, 'The parcel is on its way')

  await test.step('a link to a document of another area is marked, too, until the document is there', async () => {
    await registerCustomer(page, site, workspace.domain)
    await openPage(page, site.at(workspace.domain, '/customer/dashboard'))
    const help = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Help centre' })

    // Playwright cannot inspect a page during a navigation. So the page itself reports its busy state, and this
    // releases the request.
    const letThrough = await hold(page, /\/knowledgebase$/)
    await page.exposeFunction('tellBusy', letThrough)
    await page.evaluate(() => {
      const isShown = () =>
        document.querySelector('a[aria-busy="true"]') && document.querySelector('[role=progressbar]')
      const watch = new MutationObserver(() => isShown() && (window as unknown as { tellBusy(): void }).tellBusy())
      watch.observe(document.body, { subtree: true, childList: true, attributes: true })
    })
    await help.click({ noWaitAfter: true })
    await page.waitForURL(/\/knowledgebase$/)
    await expect(bars(page)).toHaveCount(0)
    await page.goto('about:blank')
  })

  await test.step('another view of a list keeps the old rows in sight, and the focus on its link', async () => {
    await signIn(page, site, workspace.email)
    await openPage(page, site.at(workspace.domain, '/service/tickets'))
    const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Snoozed' })

    const letThrough = await hold(page, /\.data/)
    await view.click()
    await expect(view).toHaveAttribute('aria-busy', 'true')
    await expect(bars(page)).toBeVisible()
    await page.getByRole('link', { name: ticket.subject }).click({ trial: true })
    letThrough()
    await expect(view).toHaveAttribute('aria-current', 'page')
    await expect(bars(page)).toHaveCount(0)
    await expect(busy(page)).toHaveCount(0)
    await expect(view).toBeFocused()
  })

  await test.step('a link is marked at once, bars show while its page is held up, and the heading has the focus then', async () => {
    await openPage(page, site.at(workspace.domain, '/service/tickets'))
    const dashboard = page.getByRole('link', { name: 'Dashboard' })

    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const letThrough = await hold(page, /\.data/)
    await dashboard.click()
    await expect(dashboard).toHaveAttribute('aria-busy', 'true')
    await expect(bars(page)).toHaveCount(0)
    await page.clock.runFor(150)
    await expect(bars(page)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1)
    await page.clock.resume()
    letThrough()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused()
    await expect(bars(page)).toHaveCount(0)
    await expect(busy(page)).toHaveCount(0)

    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    const row = page.getByRole('link', { name: ticket.subject })
    await expect(row).toBeVisible()
    const letTicket = await hold(page, /\.data/)
    await row.click()
    await expect(row).toHaveAttribute('aria-busy', 'true')
    await expect(bars(page)).toBeVisible()
    letTicket()
    await expect(page.getByRole('heading', { level: 1, name: ticket.subject })).toBeFocused()
    await expect(bars(page)).toHaveCount(0)
  })
})
