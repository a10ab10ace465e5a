import { found, fresh, join, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { answerTo, mailIn } from './tickets.ts'

test('who answers reads first what was written meanwhile, by the customer or a colleague', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site)
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index} of a long story.`)
  await signIn(page, site, acme.email)

  await test.step('who answers while the customer writes reads the news first, and keeps their text', async () => {
    const address = `${fresh('rosa')}@customer.test`
    const rosa = { from: `Rosa <${address}>`, subject: 'Invoice' }
    await mailIn(site, acme, { ...rosa, text: lines.join('\n\n') })
    await page.goto(site.at(acme.domain, '/service/tickets'))
    await page.getByRole('link', { name: 'Invoice' }).click()
    await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('You are right.')
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.hover()
    await page.mouse.wheel(0, -5000)

    await mailIn(site, acme, {
      ...rosa,
      text: 'It is solved, thank you for nothing.',
      ...(await answerTo(site, address)),
    })
    await expect(page.getByRole('button', { name: 'New message' })).toBeVisible()
    await page.getByRole('button', { name: 'Send as Pending' }).click()

    const notice = page.getByRole('status').filter({ hasText: 'Somebody else wrote at the same time.' })
    await expect(notice).toContainText('It is solved, thank you for nothing.')
    await expect(conversation.getByText('thank you for nothing')).toBeInViewport()
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await expect(editor).toHaveText('You are right.')
    await notice.getByRole('button', { name: 'Keep editing' }).click()
    await expect(notice).toHaveCount(0)
    await expect(editor).toBeFocused()

    // Retries, because a mail that arrives after the reply was sent cannot stop the reply.
    await expect(async () => {
      await page.getByRole('textbox', { name: 'Reply to the customer' }).fill('You are right.')
      await page.getByRole('button', { name: 'Send as Pending' }).click()
      const late = { ...rosa, text: 'Wait, one more thing.', ...(await answerTo(site, address)) }
      await mailIn(site, acme, late)
      await expect(page.getByText('Your reply was not sent.')).toBeVisible({ timeout: 12_000 })
    }).toPass()
    await expect(page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveText('You are right.')
  })

  await test.step('who looks at their own text is stopped once, even if the news was in sight', async () => {
    const address = `${fresh('olga')}@customer.test`
    const olga = { from: `Olga <${address}>`, subject: 'Lamp' }
    await mailIn(site, acme, { ...olga, text: 'Where is my lamp?' })
    await page.goto(site.at(acme.domain, '/service/tickets'))
    await page.getByRole('link', { name: 'Lamp' }).click()
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await editor.fill('It comes on Monday.')
    const isRead = page.waitForRequest((request) => request.url().endsWith('/seen') && request.method() === 'PUT')
    await mailIn(site, acme, { ...olga, text: 'It is here now.', ...(await answerTo(site, address)) })
    await expect(page.getByRole('region', { name: 'Conversation' }).getByText('It is here now.')).toBeInViewport()
    await isRead
    await editor.press('ControlOrMeta+Enter')
    const stopped = page.getByRole('status').filter({ hasText: 'Somebody else wrote at the same time.' })
    await expect(stopped).toContainText('It is here now.')
    await expect(editor).toHaveText('It comes on Monday.')
    await stopped.getByRole('button', { name: 'Keep editing' }).click()
    await editor.fill('Good to hear.')
    await editor.press('ControlOrMeta+Enter')
    await expect(editor).toBeEmpty()
  })

  await test.step('who is about to answer sees what a colleague is about to send, and is stopped until they have', async () => {
    const rosa = { from: 'Rosa <rosa@customer.test>', subject: 'Refund', text: lines.join('\n\n') }
    await mailIn(site, acme, rosa)
    const colleague = await (await browser.newContext()).newPage()
    const bo = await join(colleague, site, acme)
    await colleague.goto(site.at(acme.domain, '/service/tickets'))
    await colleague.getByRole('link', { name: 'Refund' }).click()
    await colleague.getByRole('textbox', { name: 'Reply to the customer' }).fill('It is paid back.')
    await page.goto(site.at(acme.domain, '/service/tickets'))
    await page.getByRole('link', { name: 'Refund' }).click()
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await editor.fill('It is not paid back.')
    await page.getByRole('region', { name: 'Conversation' }).hover()
    await page.mouse.wheel(0, -5000)

    await colleague.getByRole('button', { name: 'Send as Pending' }).click()
    const notice = page.getByRole('status').filter({ hasText: `${bo} has written a reply.` })
    await expect(notice).toContainText(/Sends in \d+ s: “It is paid back.”/)
    await page.getByRole('button', { name: 'Send as Pending' }).click()
    const stopped = page.getByRole('status').filter({ hasText: 'Somebody else wrote at the same time.' })
    await expect(stopped).toBeVisible()
    await expect(editor).toHaveText('It is not paid back.')
    await stopped.getByRole('button', { name: 'Send anyway' }).click()
    await expect(editor).toBeEmpty()
    await colleague.context().close()
  })
})
