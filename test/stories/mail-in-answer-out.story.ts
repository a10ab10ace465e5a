import { found, fresh, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { answerTo, mailIn } from './tickets.ts'

test("a customer's mail appears in the open list, and the answer goes back into their thread", async ({
  page,
  site,
}) => {
  const acme = await found(site)
  const address = `${fresh('rosa')}@customer.test`
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, '/service/tickets'))
  await expect(page.getByText('No tickets yet')).toBeVisible()

  await mailIn(site, acme, {
    from: `Rosa <${address}>`,
    subject: 'Payroll export',
    text: 'Fourteen rows are missing.',
  })
  await page.getByRole('link', { name: 'Payroll export' }).click()
  await expect(page.getByRole('article', { name: 'Message by Rosa' })).toContainText('Fourteen rows are missing.')

  await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('We are on it.')
  await page.getByRole('button', { name: 'Send, set Pending' }).click()
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
