import { found, fresh, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { answerTo, mailIn } from './tickets.ts'

test('a mail becomes a ticket, is answered, and tells where it came from', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step("a customer's mail appears in the open list, and the answer goes back into their thread", async () => {
    const address = `${fresh('rosa')}@customer.test`
    await page.goto(site.at(acme.domain, '/service/tickets'))
    await expect(page.getByText('No tickets yet')).toBeVisible()
    await expect(page.getByText(/^support@/)).toBeVisible()

    await mailIn(site, acme, {
      from: `Rosa <${address}>`,
      subject: 'Payroll export',
      text: 'Fourteen rows are missing.',
    })
    await page.getByRole('link', { name: 'Payroll export' }).click()
    await expect(page.getByRole('article', { name: 'Message by Rosa' })).toContainText('Fourteen rows are missing.')

    await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('We are on it.')
    await page.getByRole('button', { name: 'Send as Pending' }).click()
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
    await site.passTime(10)
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()

    const answer = await site.mailTo(address, ({ text }) => text.includes('We are on it.'))
    expect(answer.subject).toBe('Re: Payroll export')
    expect(answer.inReplyTo).not.toBe('')
    expect(answer.replyTo).toContain('support+')

    const rosa = { from: `Rosa <${address}>`, subject: answer.subject }
    await mailIn(site, acme, {
      ...rosa,
      text: 'When will it be done?',
      ...(await answerTo(site, address)),
    })
    await expect(page.getByText('When will it be done?')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Status: Open/ })).toBeVisible()
  })

  await test.step('a signature is folded, and unfolds in its place', async () => {
    await mailIn(site, acme, {
      from: 'Ines <ines@customer.test>',
      subject: 'Signed',
      text: 'Is it there?',
      html: '<p>Is it there?</p><div id="Signature"><p>Ines Example</p></div>',
    })
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    await page.getByRole('link', { name: 'Signed', exact: true }).click()
    const message = page.getByRole('article', { name: 'Message by Ines' })
    await expect(message.getByText('Is it there?')).toBeVisible()
    await expect(message.getByText('Ines Example')).toBeHidden()
    await message.getByText('Signature', { exact: true }).click()
    await expect(message.getByText('Ines Example')).toBeVisible()
  })

  await test.step('the dialogs of a message come when they are opened, without a connection once it is back', async () => {
    await mailIn(site, acme, { from: 'Rosa <rosa@customer.test>', subject: 'Invoice', text: 'Where is it?' })
    await page.getByRole('link', { name: 'Tickets', exact: true }).click()
    await page.getByRole('link', { name: 'Invoice' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Invoice/ })).toBeVisible()
    const more = page.getByRole('button', { name: 'More about the message by Rosa' })
    const mail = page.getByRole('dialog', { name: 'Why is this mail here?' })
    const removal = page.getByRole('dialog', { name: 'Delete this message permanently?' })

    await page.context().setOffline(true)
    await more.click()
    await page.getByRole('menuitem', { name: 'Why is this mail here?' }).click()
    await expect(page.getByText('You are offline')).toBeVisible()
    await expect(mail).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(mail).toContainText('rosa@customer.test')
    await page.keyboard.press('Escape')
    await expect(mail).toHaveCount(0)
    await expect(more).toBeFocused()

    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete permanently…' }).press('Enter')
    await removal.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(removal).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText('Where is it?')
  })
})
