import type { Page } from '@playwright/test'
import { lookAtThis } from './look.ts'
import { enterCode, found, fresh, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('whoever signs in is told what is wrong, and led to where they wanted', async ({ page, site }) => {
  const { domain, email } = await found(site)

  await test.step('a wrong address says so until it is changed, and again when it is sent again', async () => {
    await openPage(page, site.at('app', `/auth/login?next=${encodeURIComponent('//elsewhere.example/')}`))
    const field = page.getByLabel('Work e-mail')
    await field.press('Enter')
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await field.fill('nobody')
    await expect(page.getByText('Invalid email format')).toHaveCount(0)
    await field.press('Enter')
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await field.fill(`${fresh('nobody')}@x.test`)
    await field.press('Enter')
    await expect(page.getByText('User not found')).toBeVisible()
  })

  await test.step('no address leads out of the product after sign-in', async () => {
    await page.getByLabel('Work e-mail').fill(email)
    await page.keyboard.press('Enter')
    await enterCode(page, site, email)
    await page.waitForURL(site.at(domain))
  })

  await test.step('the page that the mail names sends a new code, which works on another device, too', async () => {
    await signOut(page)
    await page.goto(site.at('app', '/auth/verify'))
    await page.getByLabel('Work e-mail').fill(email)
    await page.getByRole('button', { name: 'Send a new code' }).click()
    await expect(page.getByText('Please check your email for the verification code')).toBeVisible()
    const code = await site.codeFor(email)
    await page.context().clearCookies()
    await page.goto(site.at('app', '/auth/verify'))
    await page.getByLabel('Work e-mail').fill(email)
    await page.getByLabel('Six-digit code').fill(code === '111111' ? '222222' : '111111')
    await expect(page.getByText('Invalid Code. Use the newest code that was sent to this address')).toBeVisible()
    await lookAtThis(page)
    await expect(page.getByLabel('Work e-mail')).toHaveValue(email)
    await page.getByLabel('Six-digit code').fill(code)
    await page.waitForURL(site.at(domain))
  })

  await test.step('whoever has no account is led on to registration with the address', async () => {
    await signOut(page)
    const unknown = `${fresh('nobody')}@x.test`
    await page.goto(site.at('app', '/auth/login'))
    await page.getByLabel('Work e-mail').fill(unknown)
    await page.keyboard.press('Enter')
    await expect(page.getByText('User not found')).toBeVisible()
    await page.getByRole('link', { name: 'Create a workspace' }).click()
    await expect(page.getByLabel('Work e-mail')).toHaveValue(unknown)
  })

  await test.step('sign-in leads back to the page that was wanted, and takes the right code while it still reads again after a wrong one', async () => {
    await signOut(page)
    await page.goto(site.at(domain, '/service/tickets?view=mine'))
    await page.getByLabel('Work e-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.waitForURL(/login-verify/)
    const code = await site.codeFor(email)
    const gate = Promise.withResolvers<void>()
    await page.route(/login-verify\.data/, async (route) => {
      if (route.request().method() === 'GET') await gate.promise
      // Ignores failures, because the page may have cancelled the request.
      await route.continue().catch(() => {})
    })
    await page.getByLabel('Six-digit code').fill(code === '111111' ? '222222' : '111111')
    await expect(page.getByText('Invalid Code')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(code)
    await page.waitForURL(site.at(domain, '/service/tickets?view=mine'))
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('another code can be had after half a minute, and only the newest works', async () => {
    await signOut(page)
    await page.clock.install()
    await page.goto(site.at('app', '/auth/login'))
    await page.getByLabel('Work e-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.waitForURL(/login-verify/)
    const first = await site.codeFor(email)
    const again = page.getByRole('button', { name: 'Send a new code', exact: true })
    await expect(again).toHaveCount(0)
    await site.identities.ageCodes(email, 30)
    await page.clock.runFor(30_000)
    await expect(again).toBeEnabled()
    await again.click()
    await expect(page.getByText('New code has been sent')).toBeVisible()
    await expect(page.getByLabel('Six-digit code')).toBeFocused()
    const second = await site.codeFor(email)
    await page.getByLabel('Six-digit code').fill(first)
    await expect(page.getByText('Invalid Code')).toBeVisible()
    await page.getByLabel('Six-digit code').fill(second)
    await page.waitForURL(site.at(domain))
  })

  await test.step('a code that no longer works says why, and a new one is one press away', async () => {
    await signOut(page)
    await page.goto(site.at('app', '/auth/login'))
    await page.getByLabel('Work e-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.waitForURL(/login-verify/)
    const right = await site.codeFor(email)
    const code = page.getByLabel('Six-digit code')
    for (const tried of ['100000', '200000', '300000', '400000']) {
      await code.fill(tried === right ? '999999' : tried)
      await expect(page.getByText('Invalid Code')).toBeVisible()
      await expect(code).toHaveValue('')
    }
    await code.fill(right === '500000' ? '999999' : '500000')
    await expect(page.getByText('5 wrong codes were entered, so this code no longer works.')).toBeVisible()
    await expect(code).toHaveValue('')
    await site.identities.ageCodes(email, 30)
    await agePendingCode(page, 30_000)
    await page.clock.runFor(30_000)
    const gate = Promise.withResolvers<void>()
    await page.route(/login-verify\.data/, async (route) => {
      await gate.promise
      await route.continue()
    })
    const again = page.getByRole('button', { name: 'Send a new code' })
    await expect(again).toBeEnabled()
    await code.fill(right)
    await expect(again).toBeDisabled()
    gate.resolve()
    await page.unrouteAll({ behavior: 'wait' })
    await expect(code).toHaveValue('')
    await expect(page.getByText('5 wrong codes were entered, so this code no longer works.')).toBeVisible()

    await again.click()
    await expect(page.getByText('New code has been sent')).toBeVisible()
    await agePendingCode(page, 11 * 60_000)
    const newest = await site.codeFor(email)
    await code.fill(newest === '100000' ? '200000' : '100000')
    await expect(page.getByText('This code has expired. Send a new one.')).toBeVisible()
  })
})

/** Makes the server read the wait for the next code as if this time had passed. It cannot see the clock of the page. */
async function agePendingCode(page: Page, ms: number) {
  const [pending] = (await page.context().cookies()).filter(({ name }) => name === 'pending_code')
  const value = JSON.parse(decodeURIComponent(pending!.value))
  const aged = encodeURIComponent(JSON.stringify({ ...value, sentAt: value.sentAt - ms }))
  await page.context().addCookies([{ ...pending!, value: aged }])
}

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

test('a person renames themselves, and signs out of another device', async ({ page, browser, site }) => {
  const { domain, email } = await found(site)
  await signIn(page, site, email)
  const otherContext = await browser.newContext()
  const other = await otherContext.newPage()
  await signIn(other, site, email)
  await other.goto(site.at(domain, '/admin/profile'))
  await expect(other.getByRole('heading', { name: 'Profile' })).toBeVisible()

  await page.goto(site.at(domain, '/admin/profile'))
  await page.getByLabel('First name').fill('Augusta')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Profile saved')).toBeVisible()
  await expect(page.getByRole('button', { name: /Augusta Lovelace/ })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out of all other devices' }).click()
  await expect(page.getByText('All other devices signed out')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/auth\/login/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await otherContext.close()

  await test.step('a new address takes a code from both mailboxes', async () => {
    const wanted = `augusta@${domain}.test`
    await page.getByRole('button', { name: 'Change e-mail…' }).click()
    await page.getByLabel('New e-mail address').fill(wanted)
    await lookAtThis(page)
    await page.getByRole('button', { name: 'Send codes' }).click()
    await page.getByLabel(`Code sent to ${wanted}`).fill(await site.codeFor(wanted))
    await page.getByLabel(`Code sent to ${email}`).fill('12')
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByText('Wrong or expired code')).toBeVisible()
    await lookAtThis(page)
    await page.getByLabel(`Code sent to ${email}`).fill(await site.codeFor(email))
    await page.getByRole('button', { name: 'Change address' }).click()
    await expect(page.getByText('E-mail address changed')).toBeVisible()
    await expect(page.getByLabel('Work e-mail')).toHaveValue(wanted)
    const { text } = await site.mailTo(email, ({ subject }) => subject === 'Your e-mail address was changed')
    expect(text).toContain(`The e-mail address of your account is now ${wanted}.`)
  })
})

/** Leaves the page, because an open page would go to the sign-in by itself. */
async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}
