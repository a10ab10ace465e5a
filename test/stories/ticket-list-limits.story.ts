import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a list of tickets says why tickets cannot be merged, and groups take no width from the subject', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'limits')
  for (let count = 1; count <= 11; count++) await newTicket(site, acme, `Lamp ${count}`)
  await signIn(page, site, acme.email)
  await page.setViewportSize({ width: 1024, height: 800 })
  await openPage(page, site.at(acme.domain, '/service/tickets'))

  await test.step('the merge of more than ten tickets is refused with the limit', async () => {
    await page.getByRole('checkbox', { name: 'Select all tickets of this page' }).check()
    await page.keyboard.press('m')
    await expect(page.getByText('At most 10 tickets can be merged at once.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select ticket', exact: false }).first().uncheck()
    await page.keyboard.press('m')
    await expect(page.getByRole('dialog', { name: 'Merge 10 tickets' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the subject is as wide in groups as without them', async () => {
    const subject = page.getByRole('columnheader', { name: 'Subject' })
    const widthOf = () => subject.evaluate((head) => head.getBoundingClientRect().width)
    const before = await widthOf()
    await page.getByRole('button', { name: 'Display', exact: true }).click()
    await page.getByRole('radio', { name: 'Priority' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('rowheader')).not.toHaveCount(0)
    expect(await widthOf()).toBe(before)
  })

  await test.step('the keys say what is possible in the trash', async () => {
    const trash = await newTicket(site, acme, 'Broken chair')
    await site.api('PUT', `/api/v1/tickets/${trash.id}/trash`, { token: acme.token, body: {} })
    await openPage(page, site.at(acme.domain, '/service/tickets?view=trash'))
    await page.getByRole('checkbox', { name: 'Select all tickets of this page' }).check()
    await page.keyboard.press('e')
    await expect(page.getByText('Tickets in the trash can only be restored.')).toBeVisible()
  })
})
