import { type Founded, found, fresh, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { bounce, mailIn, newTicket } from './tickets.ts'

/** Replies to a ticket with a person in copy whose mail server rejects the address. */
async function comeBack(site: Site, acme: Founded) {
  const gone = `${fresh('gone')}@partner.test`
  const { id } = await newTicket(site, acme, 'The first order', { cc: [gone] })
  const body = { text: 'It is on its way' }
  await site.api('POST', `/api/v1/tickets/${id}/messages`, { token: acme.token, body })
  await bounce(site, gone)
  const address = `/api/v1/suppression?address=${gone}`
  const rests = async () => (await site.api('GET', address, { token: acme.token })).body.suppression
  await expect.poll(rests).not.toBeNull()
  return { id, gone }
}

test('an address that is not mailed says so wherever one would write to it, and is mailed all the same', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const { id, gone } = await comeBack(site, acme)
  await signIn(page, site, acme.email)

  await test.step('beside those already in copy the notice stands from the beginning, and goes when they are left out', async () => {
    await openPage(page, site.at(acme.domain, `/service/tickets/${id}`))
    const notice = page.getByRole('status').filter({ hasText: gone })
    await expect(notice).toContainText(`${gone} receives no mail until`)
    await page.getByRole('button', { name: 'CC 1', exact: true }).click()
    await page.getByRole('button', { name: `Remove ${gone}` }).click()
    await expect(page.getByRole('textbox', { name: 'CC' })).toBeFocused()
    await expect(notice).toHaveCount(0)
  })

  await test.step('whoever puts an address in copy reads that it is not mailed, and can have it mailed all the same', async () => {
    const ticket = await newTicket(site, acme, 'The second order')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))

    await page.getByRole('button', { name: 'CC', exact: true }).click()
    await page.getByRole('textbox', { name: 'CC' }).fill(gone.toUpperCase())
    await page.keyboard.press('Enter')
    const notice = page.getByRole('status').filter({ hasText: gone })
    await expect(notice).toContainText(`${gone} receives no mail until`)
    await page.keyboard.press('Escape')
    await notice.getByRole('button', { name: 'Send mail anyway' }).click()
    await expect(notice).toContainText(`${gone} receives mail anyway.`)
    await notice.getByRole('button', { name: 'Do not send mail' }).click()
    await notice.getByRole('button', { name: 'Send mail anyway' }).click()

    await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('It has left today.')
    await page.getByRole('button', { name: 'Send as Pending' }).click()
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await site.passTime(10)
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
    await site.mailTo(gone, ({ text }) => text.includes('It has left today.'))
    await expect(notice).toHaveCount(0)
  })

  await test.step('so does whoever writes a new ticket to it', async () => {
    const { gone } = await comeBack(site, acme)
    await openPage(page, site.at(acme.domain, '/service/tickets/create'))
    await page.getByRole('combobox', { name: 'Requester' }).fill(gone)
    await page.getByLabel('Subject').fill('Your address')
    await page.getByRole('textbox', { name: 'What the customer asked' }).fill('Is it right again?')
    const notice = page.getByRole('status').filter({ hasText: gone })
    await expect(notice).toHaveCount(0)
    await page.getByText('Write to the customer').click()
    await notice.getByRole('button', { name: 'Send mail anyway' }).click()
    await expect(notice).toContainText(`${gone} receives mail anyway.`)
    await page.getByRole('button', { name: `Send to ${gone}` }).click()
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await site.passTime(10)
    await site.mailTo(gone, ({ text }) => text.includes('Is it right again?'))
  })
})

test('people whom a mail names are put in copy, and who writes through a form is answered', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('who writes through a form that an admin named is a person, and is told that it arrived', async () => {
    const headers = { 'Auto-Submitted': 'auto-generated' }
    const form = { from: 'Contact form <form@acme.test>', text: 'Where is it?', headers }
    const tickets = async () => (await site.api('GET', '/api/v1/tickets', { token: acme.token })).body.items.length
    const [lena, mia] = [`${fresh('lena')}@customer.test`, `${fresh('mia')}@customer.test`]
    await mailIn(site, acme, { ...form, replyTo: lena, subject: 'Before it was named' })
    await expect.poll(tickets).toBe(1)

    await openPage(page, site.at(acme.domain, '/service/settings'))
    const field = page.getByLabel('Contact forms and lists')
    await field.fill('form@')
    await page.keyboard.press('Control+s')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('Form@acme.test')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await mailIn(site, acme, { ...form, replyTo: mia, subject: 'After it was named' })
    await site.mailTo(mia)
    const { body } = await site.api('GET', `/messages?to=${lena}`, { host: 'mail' })
    expect(body).toEqual([])
  })

  await test.step('after somebody suggested is put in copy or left out, the focus goes to the next act', async () => {
    const cc = 'Sam <sam@partner.test>, Tia <tia@partner.test>, Spy <spy@partner.test>'
    await mailIn(site, acme, { from: 'Rosa <rosa@customer.test>', cc, subject: 'Invoice', text: 'Where is it?' })
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await page.getByRole('link', { name: 'Invoice' }).click()

    const panel = page.getByRole('complementary', { name: 'Ticket details' })
    const button = (name: string) => panel.getByRole('button', { name })
    await button('Add sam@partner.test to CC').press('Enter')
    await expect(button('Add sam@partner.test to CC')).toHaveCount(0)
    await expect(button('Add spy@partner.test to CC')).toBeFocused()
    await button('Dismiss tia@partner.test').press('Enter')
    await expect(button('Dismiss spy@partner.test')).toHaveCount(1)
    await expect(button('Dismiss tia@partner.test')).toHaveCount(0)
    await button('Dismiss spy@partner.test').press('Enter')
    await expect(panel.getByText('They receive no mail until you add them.')).toHaveCount(0)
    await expect(panel.locator(':focus')).toHaveCount(1)
  })
})
