import type { Locator, Page } from '@playwright/test'
import { type Founded, found, fresh, join, openPage, signIn, signInCustomer } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

const note = (site: Site, { token }: Founded, id: string, text: string, kind = 'note') =>
  site.api('POST', `/api/v1/tickets/${id}/messages`, { token, body: { text, kind } })

/** Returns the vertical position of a message on the screen. */
const topOf = async (message: Locator) => Math.round((await message.boundingBox())!.y)

/** Presses the button. Returns how far the message `first` moved. */
async function loadEarlier(page: Page, count: number, first: Locator) {
  const button = page.getByRole('button', { name: `Earlier messages (${count})` })
  await button.focus()
  const before = await topOf(first)
  await page.keyboard.press('Enter')
  await expect(button).toHaveCount(0)
  return Math.abs((await topOf(first)) - before)
}

test('a long conversation is read from its end, by the team and by a customer', async ({ page, site }) => {
  const acme = await found(site)

  await test.step('a long conversation opens at its end, and earlier messages come by key and stay true', async () => {
    const { id } = await newTicket(site, acme, 'Parcel is late')
    for (let turn = 2; turn <= 70; turn += 1) await note(site, acme, id, `Turn ${turn} of the talk`)
    await signIn(page, site, acme.email)
    await openPage(page, site.at(acme.domain, `/service/tickets/${id}`))
    const conversation = page.getByRole('region', { name: 'Conversation' })
    const messages = conversation.getByRole('article')
    await expect(messages).toHaveCount(30)
    await expect(conversation.getByText('Turn 70 of the talk')).toBeVisible()

    const earlier = /\/messages\?before=/
    const busy = { status: 429, json: { status: 429, code: 'too-many-requests', detail: 'Wait a moment.' } }
    await page.route(earlier, (route) => route.fulfill(busy))
    await page.getByRole('button', { name: 'Earlier messages (40)' }).press('Enter')
    await expect(conversation.getByText('Wait a moment.')).toBeVisible()
    await page.unroute(earlier)

    expect(await loadEarlier(page, 40, conversation.getByText('Turn 41 of the talk'))).toBeLessThanOrEqual(1)
    await expect(page.getByRole('button', { name: 'Earlier messages (10)' })).toBeFocused()
    expect(await loadEarlier(page, 10, conversation.getByText('Turn 11 of the talk'))).toBeLessThanOrEqual(1)
    await expect(messages).toHaveCount(70)
    await expect(conversation).toBeFocused()

    // After changes elsewhere, the page shows the new message, misses no message, and hides the redacted text.
    const { body: talk } = await site.api('GET', `/api/v1/tickets/${id}/messages?before=13`, { token: acme.token })
    const old = talk.items.at(-1)
    await site.api('PUT', `/api/v1/tickets/${id}/messages/${old.id}/redaction`, { token: acme.token })
    await note(site, acme, id, 'Turn 71 of the talk')
    await expect(conversation.getByText('Turn 71 of the talk')).toBeVisible()
    await expect(messages).toHaveCount(71)
    await expect(conversation.getByText('Turn 12 of the talk')).toHaveCount(0, { timeout: 20_000 })
    await expect(messages).toHaveCount(71)
  })

  await test.step('a long conversation opens at the first message that its reader has not seen', async () => {
    await page.goto('about:blank')
    await join(page, site, acme)
    const { id } = await newTicket(site, acme, 'Parcel is lost')
    for (let turn = 2; turn <= 8; turn += 1) await note(site, acme, id, `Turn ${turn} of the talk`)
    await openPage(page, site.at(acme.domain, `/service/tickets/${id}`))
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect(conversation.getByText('Turn 8 of the talk')).toBeVisible()
    await page.goto('about:blank')
    for (let turn = 9; turn <= 30; turn += 1) await note(site, acme, id, `Turn ${turn} of the talk`)
    await openPage(page, site.at(acme.domain, `/service/tickets/${id}`))
    await expect(conversation.getByText('Turn 9 of the talk')).toBeInViewport()
    await expect(conversation.getByText('New', { exact: true })).toBeInViewport()
    await expect(conversation.getByText('Turn 30 of the talk')).not.toBeInViewport()
    // Opening the ticket marks its messages as seen.
    await page.reload()
    await expect(conversation.getByText('Turn 30 of the talk')).toBeInViewport()
    await expect(conversation.getByText('New', { exact: true })).toHaveCount(0)
  })

  await test.step('a customer reads what was said earlier, and all of a long message', async () => {
    await page.goto('about:blank')
    const olga = `${fresh('olga')}@bramble.test`
    const { id } = await newTicket(site, acme, 'Labels do not print', { requester: { email: olga } })
    for (let turn = 2; turn <= 40; turn += 1) await note(site, acme, id, `Turn ${turn} of the talk`, 'reply')
    await note(site, acme, id, `${'A long list. '.repeat(18_000)}The end of it`, 'reply')
    await site.mailTo(olga, ({ text }) => text.includes('Turn 40'))
    await signInCustomer(page, site, acme.domain, olga)
    await openPage(page, site.at(acme.domain, `/customer/tickets/${id}`))
    await expect(page.getByRole('heading', { name: 'Labels do not print' })).toBeVisible()

    const log = page.getByRole('log', { name: 'Conversation' })
    await expect(log).not.toContainText('The end of it')
    await page.getByRole('button', { name: 'Show the whole message' }).click()
    await expect(log).toContainText('The end of it')

    await expect(page.getByRole('article')).toHaveCount(30)
    expect(await loadEarlier(page, 11, log.getByText('Turn 12 of the talk'))).toBeLessThanOrEqual(1)
    await expect(page.getByRole('region', { name: 'Earlier messages' })).toContainText('Turn 2 of the talk')
    await expect(page.getByRole('article')).toHaveCount(41)
  })
})
