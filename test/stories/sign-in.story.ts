import { enterCode, found, fresh, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('sign-in says what is wrong with an address', async ({ page, site }) => {
  await page.goto(site.at('app', '/auth/login'))
  await page.getByLabel('Work e-mail').fill('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Work e-mail').fill(`${fresh('nobody')}@x.test`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('User not found')).toBeVisible()
})

test('sign-in leads back to the page that was wanted', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await page.goto(site.at(domain, '/service/tickets?view=mine'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await enterCode(page, site, email)
  await page.waitForURL(site.at(domain, '/service/tickets?view=mine'))
})

test('no address leads out of the product after sign-in', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await page.goto(site.at('app', `/auth/login?next=${encodeURIComponent('//elsewhere.example/')}`))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await enterCode(page, site, email)
  await page.waitForURL(site.at(domain))
})

test('another code can be had after half a minute, and only the newest works', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await page.goto(site.at('app', '/auth/login'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/login-verify/)
  const first = await site.codeFor(email)
  const again = page.getByRole('button', { name: 'Send a new code', exact: true })
  await expect(again).toBeEnabled({ timeout: 35_000 })
  await again.click()
  await expect(page.getByText('New code has been sent')).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  const second = await site.codeFor(email)
  await page.getByLabel('Six-digit code').fill(first)
  await expect(page.getByText('Invalid Code')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(second)
  await page.waitForURL(site.at(domain))
})

test('the right code is taken while the page still reads again after a wrong one', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await page.goto(site.at('app', '/auth/login'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.keyboard.press('Enter')
  await page.waitForURL(/login-verify/)
  const code = await site.codeFor(email)
  const gate = Promise.withResolvers<void>()
  await page.route(/login-verify\.data/, async (route) => {
    if (route.request().method() === 'GET') await gate.promise
    await route.continue()
  })
  await page.getByLabel('Six-digit code').fill(code === '111111' ? '222222' : '111111')
  await expect(page.getByText('Invalid Code')).toBeVisible()
  await page.getByLabel('Six-digit code').fill(code)
  await page.waitForURL(site.at(domain))
  gate.resolve()
})

test('sign-in works before the page has come alive', async ({ browser, site }) => {
  const { domain, email } = await found(site)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.at('app', '/auth/login'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Six-digit code').fill(await site.codeFor(email))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(site.at(domain))
  await context.close()
})

test('the page that the mail names takes a code, or sends a new one', async ({ page, site }) => {
  const { domain, email } = await found(site)
  await page.goto(site.at('app', '/auth/verify'))
  await page.getByLabel('Work e-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await enterCode(page, site, email)
  await page.waitForURL(site.at(domain))
})

test('a person renames themselves, and signs out of another device', async ({ page, browser, site }) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  const otherContext = await browser.newContext()
  const other = await otherContext.newPage()
  await signIn(other, site, email)

  await page.goto(site.at(domain, '/admin/profile'))
  await page.getByLabel('First name').fill('Augusta')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /Augusta Lovelace/ })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out of all other devices' }).click()
  await expect(page.getByText('All other devices are signed out')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/auth\/login/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await otherContext.close()
})
