import { found, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { mailIn } from './tickets.ts'

test('whom an unproven mail names in copy waits in the panel until a member adds them', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)
  const cc = 'Sam <sam@partner.test>, Spy <spy@partner.test>'
  await mailIn(site, acme, { from: 'Rosa <rosa@customer.test>', cc, subject: 'Invoice', text: 'Where is it?' })
  await page.goto(site.at(acme.domain, '/service/tickets'))
  await page.getByRole('link', { name: 'Invoice' }).click()

  const panel = page.getByRole('complementary', { name: 'Ticket details' })
  await expect(panel.getByText('They receive no mail until you add them.')).toBeVisible()
  await panel.getByRole('button', { name: 'Add sam@partner.test to CC' }).click()
  await expect(panel.getByRole('button', { name: 'Add sam@partner.test to CC' })).toBeHidden()
  await expect(panel.getByText('CC', { exact: true })).toBeVisible()
  await expect(panel.getByText('sam@partner.test')).toBeVisible()
  await panel.getByRole('button', { name: 'Dismiss spy@partner.test' }).click()
  await expect(panel.getByText('spy@partner.test')).toBeHidden()
  await expect(panel.getByText('They receive no mail until you add them.')).toBeHidden()
})
