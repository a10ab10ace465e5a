import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('two tickets are merged by keys, the merge is undone, and the tickets are linked', async ({ page, site }) => {
  const acme = await found(site, 'merge')
  const rosa = { requester: { email: 'rosa@merge.test', name: 'Rosa Delgado' } }
  const callum = { requester: { email: 'callum@merge.test', name: 'Callum Reid' } }
  await newTicket(site, acme, 'Payroll export', callum)
  const night = await newTicket(site, acme, 'Night shifts missing', rosa)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${night.id}`))
  const heading = page.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog')

  await test.step('the other ticket is found by a word, and the direction is swapped', async () => {
    await page.keyboard.press('m')
    await expect(dialog.getByRole('combobox', { name: 'The other ticket' })).toBeFocused()
    await page.keyboard.type('payroll')
    await expect(dialog.getByRole('option', { name: /Payroll export/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('region', { name: 'Ticket that stays' })).toContainText('Payroll export')
    await expect(dialog.getByRole('checkbox', { name: /Rosa Delgado receives/ })).not.toBeChecked()
    await expect(dialog.getByRole('list', { name: 'Messages of all tickets' }).getByRole('listitem')).toHaveCount(2)
    await lookAtThis(page)
    // Somebody else changes the ticket meanwhile, and the page reads it again.
    const body = { tags: ['changed-meanwhile'] }
    await site.api('PATCH', `/api/v1/tickets/${night.id}`, { token: acme.token, body })
    await expect(page.getByText('changed-meanwhile').first()).toBeAttached()
    await dialog.getByRole('button', { name: 'Swap' }).click()
    await expect(dialog.getByRole('region', { name: 'Ticket that stays' })).toContainText('Night shifts missing')
    await dialog.getByRole('button', { name: 'Swap' }).click()
  })

  await test.step('the merge leads to the other ticket, and Undo brings the first one back', async () => {
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(heading).toContainText('Payroll export')
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('list', { name: 'Merged tickets' })).toContainText('Night shifts missing')
    await openPage(page, site.at(acme.domain, `/service/tickets/${night.id}`))
    await expect(heading).toContainText('Payroll export')
    await lookAtThis(page)
    await page.getByRole('button', { name: /^Undo the merge/ }).click()
    await expect(page.getByRole('list', { name: 'Merged tickets' })).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('a ticket is linked to another one, and the link is shown on both', async () => {
    await page.getByRole('button', { name: 'Link another ticket' }).click()
    await dialog.getByRole('combobox', { name: 'The other ticket' }).fill('night')
    await dialog.getByRole('option', { name: /Night shifts missing/ }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('list', { name: 'Linked tickets' }).getByRole('link').click()
    await expect(heading).toContainText('Night shifts missing')
    await expect(page.getByRole('list', { name: 'Linked tickets' })).toContainText('Payroll export')
  })
})

test('several tickets of a list are merged on a small screen with a reply, and the merge is undone', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'merge-several')
  const requesterOf = (name: string) => ({ requester: { email: `${name}@merge-several.test`, name } })
  await newTicket(site, acme, 'First report', requesterOf('Una'))
  await newTicket(site, acme, 'Second report', requesterOf('Dora'))
  await newTicket(site, acme, 'Third report', requesterOf('Pia'))
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/tickets'))
  const dialog = page.getByRole('dialog')
  const merge = dialog.getByRole('button', { name: /^Merge into/ })

  await test.step('the dialog shows the messages of all and fits into the window', async () => {
    for (const box of await page.getByRole('checkbox', { name: /^Select ticket/ }).all()) await box.check()
    await page.keyboard.press('m')
    await expect(dialog.getByRole('list', { name: 'Messages of all tickets' }).getByRole('listitem')).toHaveCount(3)
    await dialog.getByRole('radio', { name: /Second report/ }).check()
    await expect(dialog.getByRole('heading', { name: /^What differs in/ })).toHaveCount(2)
    await page.setViewportSize({ width: 390, height: 700 })
    await expect(merge).toBeInViewport({ ratio: 1 })
    await expect(dialog.getByRole('heading', { name: 'Merge 3 tickets' })).toBeInViewport({ ratio: 1 })
    await lookAtThis(page)
  })

  await test.step('a typed reply is not lost by Escape', async () => {
    await dialog.getByRole('checkbox', { name: 'Tell the 2 requesters with a short reply' }).check()
    await page.keyboard.type('We answer in one request')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByLabel('Reply to the 2 requesters')).toBeFocused()
  })

  await test.step('the merge leaves one row, and Undo brings the others back', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    const rows = page.getByRole('checkbox', { name: /^Select ticket/ })
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows).toHaveCount(3)
  })
})
