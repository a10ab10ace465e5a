import { found, openPage, signIn, untilInteractive } from './people.ts'
import { expect, holdRequests, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('what is written is taken back, kept, refused and written on, and a note stays a note', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
  const undo = page.getByRole('button', { name: 'Undo' })

  await test.step('a reply can be taken back within ten seconds, and its text is in the editor again', async () => {
    await editor.fill('You get it all back.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await expect(editor).toBeEmpty()
    await expect(editor).toBeFocused()
    await expect(undo).toHaveText(/^Undo\s*Ctrl Z$/, { useInnerText: true })
    await expect(undo).toHaveCount(1)
    await expect(page.getByRole('status').getByText('The reply is sent in 10 seconds.')).toHaveCount(1)
    await page.keyboard.press('Control+z')

    await expect(editor).toHaveText('You get it all back.')
    await expect(page.getByText(/Sends in \d+ s/)).toHaveCount(0)
  })

  await test.step('outside of the editor the key that is printed is another, and it works there', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(editor).toBeEmpty()
    await page.keyboard.press('Escape')
    await expect(undo).toHaveText(/^Undo\s*Z$/, { useInnerText: true })
    await page.keyboard.press('z')
    await expect(editor).toHaveText('You get it all back.')
    await expect(undo).toHaveCount(0)
    await expect(editor).toBeFocused()
  })

  await test.step('who leaves the ticket before the reply goes takes the Undo along', async () => {
    // Retries if the machine was slower than the time for which a reply is held.
    await expect(async () => {
      await page.goto(site.at(acme.domain, `/service/tickets/${ticket.id}`))
      await untilInteractive(page)
      await editor.fill('You get it all back.')
      await page.keyboard.press('Control+Enter')
      await expect(editor).toBeEmpty()
      await expect(page.getByRole('status').getByText(/Reply is sent in/)).toHaveCount(0)
      await page.getByRole('link', { name: 'Tickets', exact: true }).first().click()
      await expect(page).toHaveURL(/\/service\/tickets(\?|$)/)
      await expect(page.getByRole('status').getByText(/Reply is sent in \d+ s/)).toBeVisible({ timeout: 2000 })
      await page.keyboard.press('z')
      await expect(page).toHaveURL(new RegExp(ticket.id), { timeout: 5000 })
      await expect(editor).toHaveText('You get it all back.', { timeout: 5000 })
    }).toPass()
    await expect(page.getByText(/Sends in \d+ s/)).toHaveCount(0)
  })

  await test.step('what is written is kept as a draft and is there after a reload', async () => {
    await editor.fill('Half a thought')
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.reload()

    await expect(editor).toHaveText('Half a thought')
  })

  await test.step('what is typed while a reply is on its way changes nothing, and after a refusal it is written on', async () => {
    await untilInteractive(page)
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    const drafts: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/draft')) drafts.push(request.postDataJSON().html)
    })
    const refusal = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'refused',
      detail: 'Not at the moment.',
    }
    const answered = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let sent = 0
    await page.route('**/api/v1/tickets/*/messages', async (route) => {
      sent += 1
      await answered[sent - 1]!.promise
      if (sent === 1) await route.fulfill({ status: 409, contentType: 'application/problem+json', json: refusal })
      else await route.continue()
    })

    await editor.fill('You get it back')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => sent).toBe(1)
    await page.keyboard.type('e, and more')
    await expect(editor).toHaveText('You get it back')
    await expect(editor).toBeFocused()
    answered[0].resolve()
    await expect(page.getByText('Not at the moment.')).toBeVisible()
    await expect(editor).toBeFocused()
    await page.keyboard.type(' all.')
    await expect(editor).toHaveText('You get it back all.')

    await page.keyboard.press('Control+Enter')
    await page.keyboard.type('e, and more')
    await expect.poll(() => sent).toBe(2)
    await expect(editor).toHaveText('You get it back all.')
    answered[1].resolve()
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await expect(editor).toBeEmpty()
    await expect(editor).toBeFocused()
    expect(drafts.filter((html) => html.includes('more'))).toEqual([])
    await page.keyboard.type('And')
    await expect(editor).toHaveText('And')
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('after sending, whoever types on types into the editor, and a note stays a note', async () => {
    const ticket = await newTicket(site, acme, 'Exchange')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await page.keyboard.press('n')
    const note = page.getByRole('textbox', { name: 'Note for the team' })
    await expect(note).toBeFocused()
    await page.keyboard.type('Check the ledger')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('article', { name: 'Note by Ada Lovelace' })).toContainText('Check the ledger')
    await expect(note).toBeFocused()
    await page.keyboard.type('even the old one')
    await expect(note).toHaveText('even the old one')
    await expect(page.getByRole('button', { name: /^Solve/ })).toBeVisible()

    await page.keyboard.press('Escape')
    // Retries, because single-key shortcuts are off for a short time after sending.
    await expect(async () => {
      await page.keyboard.press('r')
      await expect(note).toBeFocused({ timeout: 200 })
    }).toPass()
    await expect(note).toHaveText('even the old one')
  })

  await test.step('a page whose clock is ahead of the server’s shows a held reply without an error', async () => {
    const { id } = await newTicket(site, acme, 'Return')
    const body = { html: '<p>It goes later.</p>', sendAt: new Date(Date.now() + 55_000).toISOString() }
    const { status } = await site.api('POST', `/api/v1/tickets/${id}/messages`, { token: acme.token, body })
    expect(status).toBe(201)
    const other = await page.context().newPage()
    await other.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + 5_000
    })
    await openPage(other, site.at(acme.domain, `/service/tickets/${id}`))
    await expect(other.getByText('It goes later.')).toBeVisible()
    await expect(other.getByText(/Sends in \d+ s|Sending/)).toBeVisible()
  })
})

test('the focus goes to the heading of the page that comes, and back to what had it', async ({ page, site }) => {
  const acme = await found(site)
  for (const subject of ['First parcel', 'Second parcel']) await newTicket(site, acme, subject, { tags: ['billing'] })
  await signIn(page, site, acme.email)

  await test.step('opening a ticket, the next one and another page puts the focus on its heading, and the list on its row', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await expect(page.getByRole('row', { name: 'Second parcel' })).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /First parcel/ })).toBeFocused()
    await expect(page).toHaveTitle(/First parcel/)
    await page.keyboard.press('j')
    await expect(page.getByRole('heading', { level: 1, name: /Second parcel/ })).toBeFocused()
    await expect(page).toHaveTitle(/Second parcel/)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/service\/tickets$/)
    // The focus is on the row of the ticket, or else on the heading.
    await expect(page.locator('main :focus')).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('team')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeFocused()
  })

  await test.step('the palette stays open when the page that was asked for before comes, and the focus goes on from there', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    const held = await holdRequests(page, '**/team.data*')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('team')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Search or jump to' })
    await palette.fill('tickets')
    held.release()
    await expect(page).toHaveTitle(/Team/)
    await expect(palette).toBeFocused()
    await expect(palette).toHaveValue('tickets')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeFocused()
  })

  await test.step('the palette gives the focus back to what had it, and to no reply that had none', async () => {
    const ticket = await newTicket(site, acme, 'Refund')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await page.evaluate(() => {
      navigator.clipboard.writeText = async () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    })
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    const palette = page.getByRole('combobox', { name: 'Search or jump to' })
    const lookAround = async () => {
      await page.keyboard.press('Control+k')
      await expect(palette).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    // Waits for the editor, which replaces a plain field when it is loaded.
    await expect(editor).toHaveAttribute('contenteditable', 'true')
    await editor.fill('Half a thought')
    await lookAround()
    await expect(editor).toBeFocused()
    await page.keyboard.press('Escape')
    await lookAround()
    await expect(page.getByRole('heading', { level: 1, name: /Refund/ })).toBeFocused()
    // The key copies the link of the ticket. This test blocks the clipboard.
    await page.keyboard.type('y')
    await expect(page.getByText('The browser blocked copying')).toBeVisible()
    await expect(editor).toHaveText('Half a thought')

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: /Add tags/ }).click()
    await expect(page.getByRole('dialog').locator(':focus')).toBeVisible()
    await page.keyboard.type('bill')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'billing' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  })
})
