import type { Page } from '@playwright/test'
import { lookAtThis } from './look.ts'
import { enterCode, found, fresh, openPage, registerCustomer } from './people.ts'
import { expect, type Site, test } from './story.ts'
import { answerTo, mailIn } from './tickets.ts'

test('the area of customers, from the registration to the link of a mail', async ({ page, site }) => {
  const workspace = await found(site)
  const { domain, token } = workspace
  const rosa = `${fresh('rosaría')}@brämble.test`

  await test.step('a customer registers, opens a ticket and gets the answer', async () => {
    await register(page, site, domain, rosa)
    await expect(page.getByText(rosa).first()).toBeVisible()

    await page.getByRole('link', { name: 'New request' }).last().click()
    await page.getByLabel('Subject').fill('Night shifts are missing')
    await page.getByLabel('What happened?').fill('The export has 198 rows.\n\nThe rota shows 212 & 14 are <missing>.')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rota.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    await expect(page.getByRole('button', { name: 'Remove rota.csv' })).toBeVisible()
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('Your request is with our team.')).toBeVisible()
    const conversation = page.getByRole('log', { name: 'Conversation' })
    await expect(conversation).toContainText('14 are <missing>')
    await expect(conversation.getByRole('link', { name: /rota\.csv/ })).toBeVisible()

    const ticketId = idIn(page)
    const answer = { html: '<p>They were <b>split</b> at midnight. Is it right now?</p>' }
    expect(await site.api('POST', `/api/v1/tickets/${ticketId}/messages`, { token, body: answer })).toMatchObject({
      status: 201,
    })
    await expect(conversation).toContainText('They were split at midnight')
    await expect(page.getByText('Waiting for you')).toBeVisible()
    const mail = await site.mailTo(rosa, ({ text }) => text.includes('split'))
    expect(mail.text).toContain(`/customer/tickets/${ticketId}`)

    await expect(page.locator('body')).not.toContainText('xn--')
    await page.getByLabel('Your reply').fill('Now I see 212 rows.')
    await page.getByRole('button', { name: 'Send and mark as solved' }).click()
    await expect(conversation).toContainText('Now I see 212 rows.')
    await expect(page.getByText('This request is solved.')).toBeVisible()
    await page.getByRole('button', { name: 'Reopen request' }).click()
    await expect(page.getByText('With our team', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'My requests' }).first().click()
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Night shifts are missing')
  })

  await test.step('a colleague who answers by mail is told that it waits, and is let in by whoever asked', async () => {
    await page.getByRole('link', { name: 'Night shifts are missing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Night shifts are missing' })).toBeVisible()
    const ticketId = idIn(page)
    const bob = `${fresh('bob')}@bramble.test`
    const passedOn = await answerTo(site, rosa)
    await mailIn(site, workspace, {
      from: `Bob <${bob}>`,
      subject: 'Re: Night shifts',
      text: 'Our rota is older.',
      ...passedOn,
    })
    const told = await site.mailTo(bob)
    expect(told.subject).toBe('Your mail waits for approval')
    expect(told.text).not.toMatch(/Night shifts|rota|Rosa/)

    const conversation = page.getByRole('log', { name: 'Conversation' })
    await expect(conversation).not.toContainText('Our rota is older.')
    const copies = page.getByRole('region', { name: 'CC' })
    await copies.getByLabel('Add somebody by e-mail').fill('bob')
    await page.keyboard.press('Enter')
    await expect(copies.getByLabel('Add somebody by e-mail')).toHaveAccessibleDescription(/Enter an e-mail address/)
    await copies.getByLabel('Add somebody by e-mail').fill(bob)
    await page.keyboard.press('Enter')
    await expect(conversation).toContainText('Our rota is older.')
    await expect(copies.getByLabel('Add somebody by e-mail')).toHaveValue('')
    await expect(copies.getByLabel('Add somebody by e-mail')).toBeFocused()
    await expect(copies.getByRole('listitem')).toContainText('Bob')

    const answer = { text: 'Then we look at the new one.' }
    await site.api('POST', `/api/v1/tickets/${ticketId}/messages`, { token, body: answer })
    await site.mailTo(bob, ({ text }) => text.includes('Then we look at the new one.'))
    await copies.getByRole('button', { name: /^Remove/ }).click()
    await expect(copies).toContainText('Nobody yet')
  })

  await test.step('a link to another area leads there, and the account menu opens by key once it is wanted', async () => {
    await page.getByRole('link', { name: 'Help centre' }).first().click()
    await page.waitForURL(/\/knowledgebase$/)
    await expect(page.getByRole('banner').getByRole('link', { name: 'My requests' })).toBeVisible()

    await page.goto(site.at(domain, '/customer/dashboard'))
    const account = page.getByRole('button', { name: /your account/ })
    await account.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/customer\/auth\/login/)
  })

  await test.step('the account menu opens by a mouse button that is held while its code arrives', async () => {
    await registerCustomer(page, site, domain)
    let sendCode = () => {}
    const codeMayArrive = new Promise<void>((resolve) => {
      sendCode = resolve
    })
    await page.route(/customer-menu-list/, async (route) => {
      await codeMayArrive
      await route.continue()
    })
    await openPage(page, site.at(domain, '/customer/dashboard'))
    const account = page.getByRole('button', { name: /your account/ })
    const box = (await account.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    sendCode()
    await expect(account).toHaveAttribute('data-headlessui-state')
    await page.mouse.up()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(/\/customer\/auth\/login/)
    await page.unroute(/customer-menu-list/)
  })

  await test.step('whoever is not signed in, or is led astray, reads the workspace’s name and not the product’s', async () => {
    await expect(page).toHaveTitle(/^Sign in · Acme/)
    await expect(page.getByText('Startup Tools')).toHaveCount(0)
    await registerCustomer(page, site, domain)
    await page.goto(site.at(domain, '/customer/tickets/00000000-0000-4000-8000-000000000000'))
    await expect(page.getByText('This request does not exist')).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Acme')
    await page.goto(site.at(domain, '/customer/nowhere'))
    await expect(page).toHaveTitle('Page not found · Acme')
    await expect(page.getByRole('navigation').getByRole('link', { name: 'My requests' })).toBeVisible()
    await expect(page.getByText('Startup Tools')).toHaveCount(0)
    await page.context().clearCookies()
  })

  await test.step('a mail’s link opens that one ticket for its requester after the code', async () => {
    const finn = `${fresh('finn')}@bramble.test`
    const asked = {
      subject: 'Labels do not print',
      text: 'Written down by phone',
      requester: { email: finn, name: 'Finn Baxter' },
    }
    const { body: ticket } = await site.api('POST', '/api/v1/tickets', { token, body: asked })
    await site.api('POST', `/api/v1/tickets/${ticket.id}/messages`, { token, body: { text: 'Which printer is it?' } })
    const mail = await site.mailTo(finn, ({ text }) => text.includes('Which printer'))

    await page.goto(/https?:\/\/\S+\/customer\/tickets\/[0-9a-f-]{36}/.exec(mail.text)![0])
    await page.getByLabel('E-mail').fill(finn)
    await page.getByRole('button', { name: /code/i }).click()
    await page.waitForURL(/login-verify/)
    await enterCode(page, site, finn)
    await expect(page.getByRole('heading', { name: 'Labels do not print' })).toBeVisible()

    await page.goto(site.at(domain, '/customer/dashboard'))
    await page.getByRole('button', { name: /name/ }).click()
    await page.getByLabel('Your name').fill('Finn B.')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('heading', { name: 'Hello, Finn', exact: true })).toBeVisible()
  })

  await test.step('a new address takes a code from both mailboxes, and the requests are there as before', async () => {
    const details = page.getByRole('region', { name: 'Your details' })
    const old = (await details.getByText(/^finn/).textContent())!
    const wanted = `${fresh('finn')}@new.test`
    await details.getByRole('button', { name: 'Change your address' }).click()
    await details.getByLabel('New e-mail address').fill('finn')
    await page.keyboard.press('Enter')
    await expect(details.getByLabel('New e-mail address')).toHaveAccessibleDescription(/Enter an e-mail address/)
    await details.getByLabel('New e-mail address').fill(wanted)
    await details.getByRole('button', { name: 'Send codes' }).click()
    await expect(details.getByLabel(`Code sent to ${old}`)).toBeFocused()
    await details.getByLabel(`Code sent to ${old}`).fill('12')
    await details.getByLabel(`Code sent to ${wanted}`).fill(await site.codeFor(wanted))
    await details.getByRole('button', { name: 'Change address' }).click()
    await expect(details.getByText('Wrong or expired code')).toBeVisible()
    await lookAtThis(page)
    await details.getByLabel(`Code sent to ${old}`).fill(await site.codeFor(old))
    await details.getByRole('button', { name: 'Change address' }).click()
    await expect(details.getByText(wanted, { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Labels do not print' })).toBeVisible()
    const { text } = await site.mailTo(old, ({ subject }) => subject === 'Your e-mail address was changed')
    expect(text).toContain(`The e-mail address of your account is now ${wanted}.`)
  })
})

async function register(page: Page, site: Site, domain: string, email: string) {
  await page.goto(site.at(domain, '/customer/auth/register'))
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: /code/i }).click()
  await page.waitForURL(/register-verify/)
  await enterCode(page, site, email)
  await page.waitForURL(/\/customer\/dashboard/)
}

const idIn = (page: Page) => /\/tickets\/([0-9a-f-]{36})/.exec(page.url())![1]!
