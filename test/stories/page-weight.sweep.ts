import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newLiveArticle } from './articles.ts'
import { newEntry, newModel } from './content.ts'
import { found, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

/**
 * Limits for a page without a cache: bytes on the wire with headers, number of requests, and size of the uncompressed
 * HTML.
 */
type Budget = { bytes: number; requests: number; html: number }

const kB = 1000

test('a page weighs no more than its budget', async ({ page, site }) => {
  await expectLight(page, site.at('app', '/auth/login'), { bytes: 154 * kB, requests: 14, html: 8 * kB })

  const workspace = await found(site, 'light')
  const ticket = await newTicket(site, workspace, 'The first order came with a part that does not fit')
  for (let more = 1; more < 25; more++)
    await newTicket(site, workspace, `Order ${more} came with a part that does not fit the one of last year`)
  await signIn(page, site, workspace.email)
  const at = (path: string) => site.at(workspace.domain, path)
  await expectLight(page, at('/service/tickets'), { bytes: 244 * kB, requests: 30, html: 80 * kB })
  // The ticket editor shares code with the article editor.
  await expectLight(page, at(`/service/tickets/${ticket.id}`), { bytes: 380 * kB, requests: 34, html: 52 * kB })

  await newModel(site, workspace, { key: 'note', name: 'Note', fields: [{ key: 'title', kind: 'text' }] })
  const entry = await newEntry(site, workspace, 'notes', { title: 'A part that does not fit' })
  await expectLight(page, at(`/cms/content/edit/${entry}`), { bytes: 330 * kB, requests: 30, html: 40 * kB })

  // Leaves the page, because an open page would go to the sign-in by itself.
  await page.goto('about:blank')
  await page.context().clearCookies()
  const article = await newLiveArticle(site, workspace, 'Return a part that does not fit')
  await expectLight(page, at('/knowledgebase'), { bytes: 42 * kB, requests: 4, html: 46 * kB })
  await expectLight(page, at(article), { bytes: 44 * kB, requests: 4, html: 50 * kB })
  await registerCustomer(page, site, workspace.domain)
  await expectLight(page, at('/customer/dashboard'), { bytes: 173 * kB, requests: 20, html: 32 * kB })
})

/** Loads a page with an empty cache and compares the loaded data with the budget. */
async function expectLight(page: Page, url: string, budget: Budget) {
  // Leaves the previous page, so that its requests are not counted.
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const weighed = { bytes: 0, requests: 0, html: 0 }
  const documents = new Set<string>()
  // Ignores the bytes of repeated reads. The page repeats reads after events, so they are not part of opening the page.
  const asked = new Set([`${url}.data`])
  const again = new Set<string>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const address = request.url.includes('.data?') ? request.url.split('?')[0]! : request.url
    if (asked.has(address) && request.method === 'GET') again.add(requestId)
    asked.add(address)
  })
  session.on('Network.responseReceived', ({ requestId, type }) => {
    weighed.requests++
    if (type === 'Document') documents.add(requestId)
  })
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (documents.has(requestId)) weighed.html += dataLength
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!again.has(requestId)) weighed.bytes += encodedDataLength
  })
  // Uses a unique URL, so that the page reuses nothing from an earlier visit.
  await page.goto(`${url}?visit=${randomUUID()}`, { waitUntil: 'load' })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1500)
  await session.detach()

  const over = Object.entries(weighed).filter(([what, weight]) => weight > budget[what as keyof Budget] * 1.03)
  expect.soft(over, `${new URL(url).pathname}: ${JSON.stringify(weighed)}`).toEqual([])
  expect.soft(weighed.html, 'the page itself was weighed').toBeGreaterThan(kB)
}
