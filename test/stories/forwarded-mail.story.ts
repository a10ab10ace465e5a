import { writeForward } from '../forwarded-mails.ts'
import { found, registerCustomer, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { mailIn } from './tickets.ts'

test('what an agent writes above a forwarded mail is read by the team and never by the customer', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site)
  const email = await registerCustomer(page, site, acme.domain)
  const forward = writeForward({
    ...{ program: 'Outlook', language: 'de', format: 'html', remark: 'Serial complainer, do not refund.' },
    ...{ writer: { name: 'Carl', address: email }, agent: acme.email },
    ...{ subject: 'The oven stays cold', words: 'It has been cold since Monday.' },
  })
  await mailIn(site, acme, { from: acme.email, ...forward })

  await page.goto(site.at(acme.domain, '/customer/tickets'))
  await page.getByRole('link', { name: /The oven stays cold/ }).click()
  await expect(page.getByRole('log', { name: 'Conversation' })).toContainText('It has been cold since Monday.')
  expect(await page.content()).not.toMatch(/complainer|refund/)
  await page.goto(site.at(acme.domain, '/customer/tickets'))
  await expect(page.getByRole('list', { name: 'Requests' })).toContainText('The oven stays cold')
  expect(await page.content()).not.toMatch(/complainer|refund/)

  const team = await (await browser.newContext()).newPage()
  await signIn(team, site, acme.email)
  await team.goto(site.at(acme.domain, '/service/tickets'))
  await team.getByRole('link', { name: 'The oven stays cold' }).click()
  await expect(team.getByText('Serial complainer, do not refund.').last()).toBeVisible()
  await expect(team.getByText('Sender not verified')).toBeVisible()
})
