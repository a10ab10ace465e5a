import { found, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { answerTo, mailIn } from './tickets.ts'

test('who answers while the customer writes reads the news first, and keeps their text', async ({ page, site }) => {
  const acme = await found(site)
  const rosa = { from: 'Rosa <rosa@customer.test>', subject: 'Invoice' }
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index} of a long story.`)
  await mailIn(site, acme, { ...rosa, text: lines.join('\n\n') })
  await signIn(page, site, acme.email)
  await page.goto(site.at(acme.domain, '/service/tickets'))
  await page.getByRole('link', { name: 'Invoice' }).click()
  await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('You are right.')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await conversation.hover()
  await page.mouse.wheel(0, -5000)

  await mailIn(site, acme, {
    ...rosa,
    text: 'It is solved, thank you for nothing.',
    ...(await answerTo(site, 'rosa@customer.test')),
  })
  await expect(page.getByRole('button', { name: 'New message' })).toBeVisible()
  await page.getByRole('button', { name: 'Send, set Pending' }).click()

  await expect(page.getByText('Somebody wrote while you did.')).toBeVisible()
  await expect(page.getByText('thank you for nothing')).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveText('You are right.')
  await page.getByRole('button', { name: 'Send, set Pending' }).click()
  await expect(page.getByText(/Sends in \d+ s/)).toBeVisible()

  await mailIn(site, acme, { ...rosa, text: 'Wait, one more thing.', ...(await answerTo(site, 'rosa@customer.test')) })
  await expect(page.getByText('Your reply was not sent.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveText('You are right.')
})
