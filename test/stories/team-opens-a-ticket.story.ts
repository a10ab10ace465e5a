import { found, fresh, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('the team opens a ticket for somebody', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('the team logs what a customer asked by phone, with a file, and nobody is mailed', async () => {
    const email = `${fresh('carl')}@customer.test`
    await newTicket(site, acme, 'An older one', { requester: { email, name: 'Carl Sagan' } })
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await expect(page.getByRole('row', { name: 'An older one' })).toBeVisible()
    await page.keyboard.press('c')

    await page.getByRole('combobox', { name: 'Requester' }).fill('sag')
    await page.getByRole('option', { name: new RegExp(email) }).click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Carl Sagan')
    await page.getByRole('button', { name: 'Log ticket' }).click()
    await expect(page.getByText('Enter a subject')).toBeVisible()

    await page.getByLabel('Subject').fill('Called by telephone')
    await page.getByRole('textbox', { name: 'What the customer asked' }).fill('The tablet is dark.')
    const file = { name: 'rota.txt', mimeType: 'text/plain', buffer: Buffer.from('early, late, night') }
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('button', { name: 'Remove rota.txt' })).toBeVisible()
    await page.keyboard.press('Control+Enter')

    await expect(page.getByRole('heading', { name: /Called by telephone/ })).toBeVisible()
    await expect(page.getByText('The tablet is dark.')).toBeVisible()
    await expect(page.getByRole('link', { name: /rota\.txt/ })).toBeVisible()
    await expect(page.getByRole('article', { name: /Carl Sagan/ })).toContainText('by phone')
    expect(await mailsTo(site, email)).toEqual([])
  })

  await test.step('the team writes to somebody new, takes it back, and sends it', async () => {
    const lena = `${fresh('lena')}@customer.test`
    await openPage(page, site.at(acme.domain, '/service/tickets/create'))
    await page.getByRole('radio', { name: 'Write to the customer' }).check()
    await page.getByRole('combobox', { name: 'Requester' }).fill(lena)
    await page.getByLabel('Subject').fill('Your order ships today')
    await page.getByRole('textbox', { name: 'Message' }).fill('It leaves at noon.')
    await page.getByRole('button', { name: `Send to ${lena}` }).click()

    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await expect(editor).toContainText('It leaves at noon.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await site.passTime(10)
    const mail = await site.mailTo(lena)
    expect(mail).toMatchObject({
      subject: 'Your order ships today',
      text: expect.stringContaining('It leaves at noon.'),
    })
  })
})

const mailsTo = async (site: Site, address: string) =>
  (await site.api('GET', `/messages?to=${encodeURIComponent(address)}`, { host: 'mail' })).body
