import { createTransport } from 'nodemailer'
import { found, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { mailIn } from './tickets.ts'

test('who answers sees that the customer is not mailed, and can mail them all the same', async ({ page, site }) => {
  const acme = await found(site)
  await mailIn(site, acme, { from: 'Rosa <rosa@gone.test>', subject: 'Invoice', text: 'Where is it?' })
  const { headers } = await site.mailTo('rosa@gone.test')
  const report = [
    'From: MAILER-DAEMON@gone.test',
    'Subject: Undelivered',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
    '\r\n--B\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; gone.test\r\n',
    'Final-Recipient: rfc822; rosa@gone.test\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--B--\r\n',
  ].join('\r\n')
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, '/service/tickets'))
  await page.getByRole('link', { name: 'Invoice' }).click()
  const transport = createTransport({ host: '127.0.0.1', port: site.smtpPort, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to: headers['return-path']!.slice(1, -1) }, raw: report })
  transport.close()

  const notice = page.getByRole('status').filter({ hasText: 'rosa@gone.test is not mailed until' })
  await expect(async () => {
    await page.reload()
    await expect(notice).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Mail it all the same' }).click()
  await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('Here it is.')
  await page.getByRole('button', { name: 'Send, set Pending' }).click()
  await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'all the same' })).toHaveCount(0)
  await site.mailTo('rosa@gone.test', ({ text }) => text.includes('Here it is.'))
})
