import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { mailIn } from './tickets.ts'

test('the dialogs of a message come when they are opened, without a connection once it is back', async ({
  page,
  site,
}) => {
  const acme = await found(site)
  await mailIn(site, acme, { from: 'Rosa <rosa@customer.test>', subject: 'Invoice', text: 'Where is it?' })
  const tickets = async () => (await site.api('GET', '/api/v1/tickets', { token: acme.token })).body.items
  await expect.poll(async () => (await tickets()).length).toBe(1)
  const [{ id }] = await tickets()
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${id}`))
  const more = page.getByRole('button', { name: 'More about the message by Rosa' })
  const mail = page.getByRole('dialog', { name: 'How did this mail get here?' })
  const removal = page.getByRole('dialog', { name: 'Remove this message for good?' })

  await page.context().setOffline(true)
  await more.click()
  await page.getByRole('menuitem', { name: 'How did this mail get here?' }).click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(mail).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(mail).toContainText('rosa@customer.test')
  await page.keyboard.press('Escape')
  await expect(mail).toHaveCount(0)
  await expect(more).toBeFocused()

  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Remove for good…' }).press('Enter')
  await removal.getByRole('button', { name: 'Remove for good' }).click()
  await expect(removal).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('Where is it?')
})
