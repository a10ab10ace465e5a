import { readEmailAddress } from '#contract/email-address.ts'
import { expectFaults, mend, sendOffline } from './forms.ts'
import { expectAccessible } from './look.ts'
import { found, fresh, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('the requester of a ticket is corrected, and the former one no longer sees it', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Refund')
  const lena = `${fresh('léna')}@größe.test`
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const open = page.getByRole('button', { name: 'Change the requester' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change the requester' })
  await expect(dialog).toContainText('Carl Sagan can no longer see this ticket.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await open.press('Enter')
  const [email, name] = [dialog.getByLabel('E-mail address'), dialog.getByLabel('Name')]
  await expect(email).toBeFocused()
  await page.keyboard.press('Enter')
  await expectFaults([email, 'Enter an e-mail address like name@example.com'])
  await mend([email, 'lena'])
  await page.keyboard.press('Enter')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await mend([email, lena], [name, 'Lena Vogt'])
  await sendOffline(page, () => name.press('Enter'), [[email, lena]])
  await expect(dialog.getByRole('alert')).toHaveText(
    'The server cannot be reached. Check your connection and try again.',
  )
  await name.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await expect(page.getByText('Requester changed', { exact: true })).toBeVisible()
  await expect(page.getByRole('complementary').getByText(lena)).toBeVisible()
  const { body } = await site.api('GET', `/api/v1/tickets/${ticket.id}`, { token: acme.token })
  expect(body.requester).toMatchObject({ email: readEmailAddress(lena), name: 'Lena Vogt' })
})
