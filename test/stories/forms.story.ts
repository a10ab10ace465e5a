import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

const missing = ['Enter an e-mail address like name@example.com', 'Enter a subject', 'Write a message first']

test('a new ticket and an invitation name what is missing or wrong, until it is mended', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('an empty ticket names all its fields, and what is mended says nothing more', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets/create'))
    const send = page.getByRole('button', { name: 'Log ticket' })
    await send.click()
    for (const words of missing) await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Requester' })).toBeFocused()

    await page.getByRole('combobox', { name: 'Requester' }).fill('lena')
    await page.getByLabel('Subject').fill('A call')
    for (const words of missing.slice(0, 2)) await expect(page.getByText(words)).toHaveCount(0)
    await expect(page.getByText(missing[2]!)).toBeVisible()
    await page.getByRole('textbox', { name: 'What the customer asked' }).fill('Where is it?')
    await expect(page.getByText(missing[2]!)).toHaveCount(0)
    await send.click()
    await expect(page.getByText(missing[0]!)).toBeVisible()

    await page.getByRole('combobox', { name: 'Requester' }).fill('lena@customer.test')
    await page.context().setOffline(true)
    await send.dblclick()
    await expect(page.getByText(/offline/i).first()).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: /A call/ })).toBeVisible()
    const { body } = await site.api('GET', '/api/v1/tickets', { token: acme.token })
    expect(body.items).toHaveLength(1)
  })

  await test.step('the invite dialog says which address is wrong, counts what it can send, and closes when done', async () => {
    await openPage(page, site.at(acme.domain, '/team'))
    await page.keyboard.press('i')
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox', { name: 'E-mail addresses' })
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(dialog.getByText('Enter an e-mail address.')).toBeVisible()
    await expect(field).toBeFocused()
    await field.pressSequentially('bo@,ada@acme.test,cy@acme.test')
    await expect(dialog.getByText('Enter an e-mail address.')).toHaveCount(0)
    await expect(dialog.getByText('“bo@” is no e-mail address.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()

    await expect(page.getByText('2 invitations sent')).toBeVisible()
    await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveCount(1)
    await expect(dialog.getByText('“bo@” is no e-mail address.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove bo@' }).click()
    await field.fill('bo@acme.test')
    await field.press('Enter')
    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Send invitation' }).dblclick()
    await expect(page.getByText('You are offline')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Remove bo@acme.test' })).toBeVisible()
    await page.context().setOffline(false)
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name: 'bo@acme.test' })).toContainText('Invited')
  })
})
