import type { Page } from '@playwright/test'
import { expectFaults, loseNextAnswer, mend, prepareLosses, pressTwice, sendOffline, untilLost } from './forms.ts'
import { lookAtThis } from './look.ts'
import { type Founded, found, fresh, join, openPage, signIn } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('the forms of the team: empty, wrong, sent twice, and without a connection', async ({ page, site }) => {
  const acme = await found(site)
  await prepareLosses(page)
  await signIn(page, site, acme.email)

  await test.step('the forms in which an admin sets things up: empty, wrong, sent twice, and without a connection', async () => {
    await openPage(page, site.at(acme.domain, '/service/settings'))
    const [name, support, days] = ['Name', 'Support name', 'Close solved tickets after'].map((label) =>
      page.getByLabel(label, { exact: true }),
    )
    const save = page.getByRole('button', { name: /^Save/ })
    await days!.fill('400')
    await support!.fill('')
    await name!.fill('')
    await save.click()
    await expectFaults([name!, 'Enter a name'], [support!, 'Enter a name'], [days!, 'Use a whole number from 0 to 365'])
    await mend([days!, '40'], [support!, 'Acme Support'], [name!, 'Acme Works'])
    await sendOffline(page, () => save.dblclick(), [[name!, 'Acme Works']])
    await expect(page.getByText('Settings saved')).toHaveCount(1)

    await openPage(page, site.at(acme.domain, '/admin/profile'))
    const first = page.getByLabel('First name')
    await first.fill('')
    await page.getByLabel('Last name').fill('Byron')
    await save.click()
    await expectFaults([first, 'Enter your name'])
    await mend([first, 'Augusta'])
    await sendOffline(page, () => save.dblclick(), [[first, 'Augusta']])
    await expect(page.getByText('Profile saved')).toHaveCount(1)

    await openPage(page, site.at(acme.domain, '/service/onboarding'))
    const sender = page.getByLabel('Support name')
    const use = page.getByRole('button', { name: 'Save name' })
    await sender.fill('')
    await use.click()
    await expectFaults([sender, 'Enter a name'])
    await mend([sender, 'Acme Help'])
    expect(await pressTwice(page, use)).toHaveLength(1)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await sender.fill('Acme Helpers')
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
    await sendOffline(page, () => use.click(), [[sender, 'Acme Helpers']])
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('a ticket that is sent again because its answer was lost is one, and one mail', async () => {
    const lena = `${fresh('lena')}@customer.test`
    await openPage(page, site.at(acme.domain, '/service/tickets/create'))
    await page.getByRole('radio', { name: 'Write to the customer' }).check()
    await page.getByRole('combobox', { name: 'Requester' }).fill(lena)
    await page.getByLabel('Subject').fill('Your order ships today')
    const send = page.getByRole('button', { name: `Send to ${lena}` })
    const message = page.getByRole('textbox', { name: 'Message' })
    await send.click()
    await expectFaults([message, 'Write a message first'])
    await message.fill('It leaves at noon.')
    await expect(message).not.toHaveAttribute('aria-invalid', 'true')
    await loseNextAnswer(page)
    await send.dblclick()
    await expect(page.getByRole('heading', { level: 1, name: /Your order ships today/ })).toBeVisible()
    expect(await countTickets(site, acme)).toBe(1)
  })

  await test.step('the dialogs and fields of a ticket: empty, wrong, by keys, and with the focus where it was', async () => {
    const ticket = await newTicket(site, acme, 'Refund')
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    const [dialog, heading] = [page.getByRole('dialog'), page.getByRole('heading', { level: 1 })]

    await page.keyboard.press('h')
    await dialog.getByRole('button', { name: 'Snooze', exact: true }).click()
    const moment = dialog.getByLabel('Another time')
    await expectFaults([moment, 'Enter a day and a time'])
    await mend([moment, '2020-01-01T09:00'])
    await page.keyboard.press('Enter')
    await expectFaults([moment, 'Choose a time in the future'])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.keyboard.press('t')
    await dialog.getByRole('button', { name: 'Add tags' }).click()
    const tags = dialog.getByLabel('Tags')
    await lookAtThis(page)
    await expectFaults([tags, 'Enter a tag'])
    await mend([tags, 'x'.repeat(51)])
    await page.keyboard.press('Enter')
    await expectFaults([tags, 'A tag has at most 50 characters'])
    await mend([tags, 'billing'])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Remove.*billing/ })).toBeVisible()
    await expect(dialog).toHaveCount(0)

    await page.getByRole('button', { name: 'CC', exact: true }).press('Enter')
    const copies = page.getByRole('textbox', { name: 'CC' })
    await expect(copies).toBeFocused()
    await page.keyboard.type('bo@,')
    await expectFaults([copies, '“bo@” is no e-mail address.'])
    await page.keyboard.press('Backspace')
    await expect(copies).not.toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'CC', exact: true })).toBeFocused()

    await page.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
    await page.keyboard.type('Refund of May')
    await page.keyboard.press('Enter')
    await expect(heading).toHaveText(/Refund of May/)
    await expect(page.getByRole('button', { name: 'Refund of May', exact: true })).toBeFocused()
    await page.getByRole('button', { name: 'Add tags' }).press('Enter')
    await page.keyboard.type('may')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Remove.*may/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Add tags' })).toBeFocused()
  })

  await test.step('a reply without a connection stays in the editor, and is one when it is sent again', async () => {
    await page.keyboard.press('n')
    const note = page.getByRole('textbox', { name: 'Note for the team' })
    await note.fill('Check the ledger')
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.context().setOffline(true)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('The message was not sent.')).toBeVisible()
    await expect(note).toHaveText('Check the ledger')
    await page.context().setOffline(false)
    await loseNextAnswer(page, '/messages')
    await page.keyboard.press('Control+Enter')
    await untilLost(page)
    await expect(page.getByText('The server cannot be reached.')).toBeVisible()
    // The page hears of the note that was written, and keeps the text, because it does not know that this is the note.
    await expect(page.getByRole('article', { name: /Note by/ })).toHaveCount(1)
    await expect(note).toHaveAttribute('aria-readonly', 'false')
    await expect(note).toHaveText('Check the ledger')
    await page.keyboard.press('Control+Enter')
    await expect(note).toBeEmpty()
    await expect(page.getByRole('article', { name: /Note by/ })).toHaveCount(1)
    await expect(note).toBeEmpty()
    await expect(note).toBeFocused()
  })

  await test.step('a newcomer’s name is asked for beside its field', async () => {
    await page.goto('about:blank')
    await join(page, site, acme)
    await openPage(page, site.at(acme.domain, '/admin/profile?welcome=1'))
    await welcome(page)
    await page.waitForURL(site.at(acme.domain))
  })
})

async function welcome(page: Page) {
  const first = page.getByLabel('First name')
  await expect(first).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectFaults([first, 'Enter your name'])
  await mend([first, 'Bo'])
  await sendOffline(page, () => page.keyboard.press('Enter'), [[first, 'Bo']])
}

async function countTickets(site: Site, { token }: Founded) {
  const { body } = await site.api('GET', '/api/v1/tickets', { token })
  return body.items.length
}
