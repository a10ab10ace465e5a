import type { Page } from '@playwright/test'
import { found, fresh } from './people.ts'
import { expect, test } from './story.ts'

test.use({ javaScriptEnabled: false })

const textFile = (name: string, content = 'a,b\n1,2\n') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})

test('a customer without scripts writes, attaches, answers and leaves', async ({ page, site }) => {
  const { domain, token } = await found(site)
  const email = `${fresh('rosa')}@bramble.test`

  await test.step('they register by a code, which they see as they type it', async () => {
    await page.goto(site.at(domain, '/customer/auth/login?next=/customer/dashboard'))
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription('Customer not found')
    await page.getByRole('link', { name: 'Create an account with this address' }).click()
    await expectNothingDead(page)
    await expect(page.getByLabel('E-mail')).toHaveValue(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByLabel('Six-digit code')
    await page.getByRole('button', { name: 'Send a new code', exact: true }).click()
    await expect(page.getByText('Failed to resend code. ')).toBeVisible()
    await code.fill('12345')
    await expect(code).not.toHaveCSS('color', 'rgba(0, 0, 0, 0)')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Invalid verification code')).toBeVisible()
  })

  await test.step('the page that the mail names takes the address and the code on another device', async () => {
    await page.context().clearCookies()
    await page.goto(site.at(domain, '/customer/auth/login-verify'))
    await expectNothingDead(page)
    const [address, code] = [page.getByLabel('E-mail'), page.getByLabel('Six-digit code')]
    const go = page.getByRole('button', { name: 'Continue' })
    await go.click()
    await expect(address).toHaveAccessibleDescription('Enter the address that the code was mailed to')
    const right = await site.codeFor(email)
    const wrong = right === '123456' ? '654321' : '123456'
    await address.fill(email)
    await code.fill(wrong)
    await go.click()
    await expect(
      page.getByText('Invalid verification code. Use the newest code that was sent to this address'),
    ).toBeVisible()
    await expect(address).toHaveValue(email)
    await code.fill(right)
    await go.click()
    await page.waitForURL(/\/customer\/dashboard/)
  })

  await test.step('they say their name', async () => {
    await expectNothingDead(page)
    await page.getByLabel('Your name').fill(' ')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Enter your name')
    await page.getByLabel('Your name').fill('Rosa Delgado')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByRole('heading', { name: 'Hello, Rosa', exact: true })).toBeVisible()
  })

  await test.step('what is refused of a request says why, and what was written stays', async () => {
    await page.getByRole('link', { name: 'New request' }).last().click()
    await expectNothingDead(page)
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByLabel('Subject')).toHaveAccessibleDescription('Enter a subject')
    await page.getByLabel('Subject').fill('Night shifts are missing')
    await page.getByLabel('What happened?').fill('The export has 198 rows.\nThe rota shows 212.')
    await page
      .getByLabel('Attach files')
      .setInputFiles(Array.from({ length: 21 }, (_, at) => textFile(`rota-${at}.csv`)))
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('A message can have at most 20 files. Choose the files again.')).toBeVisible()
    await expect(page.getByLabel('Subject')).toHaveValue('Night shifts are missing')
    await expect(page.getByLabel('What happened?')).toHaveValue('The export has 198 rows.\nThe rota shows 212.')
  })

  await test.step('what is too long is sent in full, and the answer says so', async () => {
    await page.getByLabel('What happened?').fill('a word '.repeat(10_000))
    await page.getByRole('button', { name: 'Send request' }).click()
    const text = page.getByLabel('What happened?')
    await expect(text).toHaveAccessibleDescription(/^Use at most 65,536 characters, or attach a text file/)
    expect((await text.inputValue()).length).toBe(70_000)
    await text.fill('The export has 198 rows.\nThe rota shows 212.')
  })

  const conversation = page.getByRole('log', { name: 'Conversation' })

  await test.step('files go with it', async () => {
    await page.getByLabel('Attach files').setInputFiles([textFile('rota.csv'), textFile('export.csv')])
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('Your request is with our team.')).toBeVisible()
    await expectNothingDead(page)
    await expect(conversation).toContainText('The rota shows 212.')
    await expect(conversation.getByRole('link')).toHaveText([/^rota\.csv/, /^export\.csv/])
  })

  await test.step('they answer with a file, and an empty answer is none', async () => {
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(page.getByLabel('Your reply')).toHaveAccessibleDescription('Write a message first')
    await page.getByLabel('Your reply').fill('One more file.')
    await page.locator('input[type=file]').setInputFiles(textFile('january.csv'))
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(conversation.getByRole('article')).toHaveCount(2)
    await expect(conversation).toContainText('One more file.')
    await expect(conversation.getByRole('link', { name: /january\.csv/ })).toBeVisible()
    await expect(page.getByLabel('Your reply')).toHaveValue('')
  })

  await test.step('they solve it, and reopen it', async () => {
    await page.getByRole('button', { name: 'Mark as solved' }).click()
    await expect(page.getByText('This request is solved.')).toBeVisible()
    await page.getByRole('button', { name: 'Reopen request' }).click()
    await expect(page.getByText('With our team', { exact: true })).toBeVisible()
  })

  await test.step('they put somebody in copy, and take them out again', async () => {
    await page.getByLabel('Add somebody by e-mail').fill('bob')
    await page.getByRole('button', { name: 'Add to CC' }).click()
    await expect(page.getByText('Enter an e-mail address like name@example.com')).toBeVisible()
    await expect(page.getByLabel('Add somebody by e-mail')).toHaveValue('bob')
    await expect(page.getByLabel('Your reply')).not.toHaveAccessibleDescription(/address/)
    const bob = `${fresh('bob')}@bramble.test`
    await page.getByLabel('Add somebody by e-mail').fill(bob)
    await page.getByRole('button', { name: 'Add to CC' }).click()
    await expect(page.getByRole('region', { name: 'CC' }).getByRole('listitem')).toContainText(bob)
    await page.getByRole('button', { name: `Remove ${bob}` }).click()
    await expect(page.getByRole('region', { name: 'CC' })).toContainText('Nobody yet')
  })

  await test.step('they read what is long and what is long ago', async () => {
    const ticket = /\/tickets\/([0-9a-f-]{36})/.exec(page.url())![1]!
    const write = (text: string) => site.api('POST', `/api/v1/tickets/${ticket}/messages`, { token, body: { text } })
    await write(`${'a word '.repeat(30_000)}The very end.`)
    await write(`The latest answer. ${'a word '.repeat(13_800)}`)
    await page.reload()
    await expect(conversation).toContainText('The latest answer.')
    await expect(conversation.getByRole('article')).toHaveCount(1)
    await page.getByRole('link', { name: 'Earlier messages (3)' }).click()
    await expect(conversation).toContainText('One more file.')
    await page.getByRole('link', { name: 'Show the whole message' }).click()
    await expect(conversation).toContainText('The very end.')
    await page.getByRole('link', { name: 'Latest messages' }).click()
    await expect(conversation).toContainText('The latest answer.')
  })

  await test.step('they change their address by a code from both mailboxes', async () => {
    await page.goto(site.at(domain, '/customer/dashboard'))
    const wanted = `${fresh('rosa')}@new.test`
    await page.getByLabel('New e-mail address').fill('rosa')
    await page.getByRole('button', { name: 'Send codes' }).click()
    await expect(page.getByLabel('New e-mail address')).toHaveAccessibleDescription(/Enter an e-mail address/)
    await expect(page.getByLabel('New e-mail address')).toHaveValue('rosa')
    await page.getByLabel('New e-mail address').fill(wanted)
    await page.getByRole('button', { name: 'Send codes' }).click()
    await expectNothingDead(page)
    await page.getByLabel(`Code sent to ${email}`).fill('12')
    const newCode = await site.codeFor(wanted)
    await page.getByLabel(`Code sent to ${wanted}`).fill(newCode)
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByLabel(`Code sent to ${email}`)).toHaveAccessibleDescription('Wrong or expired code')
    await page.getByLabel(`Code sent to ${email}`).fill(await site.codeFor(email))
    await page.getByLabel(`Code sent to ${wanted}`).fill(newCode)
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByRole('region', { name: 'Your details' }).getByText(wanted)).toBeVisible()
  })

  await test.step('they find it again, and sign out', async () => {
    await page.getByRole('link', { name: 'My requests' }).first().click()
    await expectNothingDead(page)
    await page.getByLabel('Search my requests').fill('shifts')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Requests' })).toContainText('Night shifts are missing')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/customer\/auth\/login/)
    await page.goto(site.at(domain, '/customer/tickets'))
    await page.waitForURL(/\/customer\/auth\/login/)
  })
})

/** Expects each visible button to submit a form, because other buttons do nothing without scripts. */
async function expectNothingDead(page: Page) {
  const dead = page.locator('button:visible:not(form button[type=submit])')
  await expect(dead).toHaveCount(0)
}
