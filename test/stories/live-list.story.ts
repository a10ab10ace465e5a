import type { Page } from '@playwright/test'
import { type Founded, found, signIn } from './people.ts'
import { expect, holdAnswer, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

/**
 * Opens a page and waits for its event stream. Returns a list of all later reads of the page, with the names of the
 * parts that each read requests.
 */
async function openPage(page: Page, site: Site, { domain }: Founded, path: string, search = '') {
  const readings: string[][] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === `${path}.data`) readings.push(searchParams.getAll('part'))
  })
  await page.goto(site.at(domain, `${path}${search}`))
  await expect.poll(() => readings).toEqual([[]])
  await page.waitForLoadState('networkidle')
  readings.length = 0
  return readings
}

/**
 * Waits until the page stops reading. Waits longer than the 5 seconds between two sweeps of `live-events.ts`, because a
 * sweep can report events from before the stream opened.
 */
async function untilQuiet(page: Page, readings: string[][]) {
  do {
    readings.length = 0
    await page.waitForTimeout(8000)
    await page.waitForLoadState('networkidle')
  } while (readings.length > 0)
}

const patch = (site: Site, token: string, id: string, body: object) =>
  site.api('PATCH', `/api/v1/tickets/${id}`, { token, body })

test('open pages hear what changes, and read no more than that', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('a hundred changes within a moment make an open list right, which reads at most once a second', async () => {
    const tickets = await Promise.all(
      Array.from({ length: 5 }, (_, index) => newTicket(site, acme, `Parcel ${index} is late`)),
    )
    const readings = await openPage(page, site, acme, '/service/tickets', '?view=all')
    await expect(page.getByRole('row', { name: /Parcel/ })).toHaveCount(5)

    const beganAt = Date.now()
    for (let change = 0; change < 100; change += 1)
      await patch(site, acme.token, tickets[change % 5]!.id, { subject: `Parcel of change ${change}` })
    for (const last of [95, 96, 97, 98, 99])
      await expect(page.getByRole('row', { name: `Parcel of change ${last}` })).toBeVisible()
    const seconds = (Date.now() - beganAt) / 1000

    expect(readings.length).toBeLessThanOrEqual(seconds + 2)
    expect(readings.flat()).toContain('tickets')
    expect(readings.flat()).not.toContain('members')
  })

  await test.step('what happens while a list is on its way is in the list', async () => {
    const ticket = await newTicket(site, acme, 'Open meanwhile')
    const watcher = await page.context().newPage()
    await watcher.goto(site.at(acme.domain, '/service/tickets?view=all'))
    await page.goto(site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await page.waitForLoadState('networkidle')
    const answer = await holdAnswer(page, '*/service/tickets.data*', 'GET')
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    await answer.arrived
    await newTicket(site, acme, 'Came while the list was on its way')
    await expect(watcher.getByRole('row', { name: /Came while/ })).toBeVisible()
    await answer.release()
    await expect(page).toHaveURL(/service\/tickets$/)
    await expect(page.getByRole('row', { name: /Came while/ })).toBeVisible()
    await watcher.close()
  })

  await test.step('an open ticket reads again what an event touched, and nothing for other tickets', async () => {
    const ticket = await newTicket(site, acme, 'Parcel is late')
    const other = await newTicket(site, acme, 'Another matter', { requester: { email: 'rosa@customer.test' } })
    const readings = await openPage(page, site, acme, `/service/tickets/${ticket.id}`)
    // Events about the creation of the ticket can arrive late. They arrive before the events of this change.
    await patch(site, acme.token, ticket.id, { priority: 'high' })
    await expect(page.getByText(/High/).first()).toBeVisible()
    await untilQuiet(page, readings)

    await patch(site, acme.token, other.id, { priority: 'urgent' })
    await patch(site, acme.token, ticket.id, { priority: 'urgent' })
    await expect(page.getByText(/Urgent/).first()).toBeVisible()
    expect(readings).toEqual([['ticket', 'events']])

    const body = { text: 'Written elsewhere', kind: 'note' }
    await site.api('POST', `/api/v1/tickets/${ticket.id}/messages`, { token: acme.token, body })
    await expect(page.getByText('Written elsewhere')).toBeVisible()
    await patch(site, acme.token, ticket.id, { subject: 'Parcel is lost' })
    await expect(page).toHaveTitle(/Parcel is lost/)
    await expect(page.getByText('Written elsewhere')).toBeVisible()
    expect(readings.at(1)).toEqual(expect.arrayContaining(['ticket', 'messages', 'events', 'draft']))
    expect(readings.at(-1)).toEqual([])
  })
})
