import { found, fresh, untilInteractive } from './people.ts'
import { expect, test } from './story.ts'

test('a founder registers, names a workspace and stands on its dashboard', async ({ page, site }) => {
  const taken = await found(site)
  const domain = fresh('halyard')
  const email = `mina@${domain}.test`
  await page.goto(site.at(''))
  await page.getByRole('link', { name: 'Create a workspace' }).click()

  await test.step('an address that has an account is sent to sign-in', async () => {
    await page.getByLabel('Work e-mail').fill(taken.email)
    await page.keyboard.press('Enter')
    await expect(page.getByText('This email already has an account. Sign in instead.')).toBeVisible()
  })

  await test.step('a code is mailed, and another one says so', async () => {
    await page.getByLabel('Work e-mail').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('Please check your email for the verification code')).toBeVisible()
    await expect(page.getByRole('button', { name: /Send a new code in 0:/ })).toBeDisabled()

    const code = await site.codeFor(email)
    await expect(page.getByLabel('Six-digit code')).toBeFocused()
    await page.keyboard.type(anotherThan(code))
    await expect(page.getByText('Invalid Code')).toBeVisible()
    await expect(page.getByLabel('Six-digit code')).toBeFocused()
    await page.keyboard.type(code)
  })

  await test.step('a domain that cannot be had is said so, while it is typed and when it is sent', async () => {
    await page.getByLabel('First name').fill('Bo')
    await page.getByLabel('Workspace name').fill('Acme')

    await page.getByLabel('Domain').fill('not_good')
    await expect(page.getByText('Domain can only contain letters, numbers and hyphens')).toBeVisible()
    await page.getByLabel('Domain').fill(taken.domain.toUpperCase())
    await expect(page.getByText('This domain name is already taken')).toBeVisible()
    const create = page.getByRole('button', { name: 'Create workspace' })
    await create.click()
    await expect(create).not.toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('This domain name is already taken')).toBeVisible()
    await page.getByLabel('Domain').fill('')
    await create.click()
    await expect(page.getByText('Domain cannot be empty')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Bo')
    await page.reload()
    await untilInteractive(page)
  })

  await test.step('a workspace is named, and its founder stands on its dashboard', async () => {
    await page.getByLabel('First name').fill('Mina')
    await page.getByLabel('Last name').fill('Park')
    await page.getByLabel('Workspace name').fill(domain)
    await expect(page.getByLabel('Domain')).toHaveValue(domain)
    await expect(page.getByText(`${domain}.startuptools.localhost is available`)).toBeVisible()
    await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Berlin')
    await page.getByRole('button', { name: 'Create workspace' }).click()

    await page.waitForURL(site.at(domain))
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('Finish setting up')).toBeVisible()
    const cookies = Object.fromEntries((await page.context().cookies()).map((cookie) => [cookie.name, cookie]))
    expect(cookies.workspace_domain).toMatchObject({ value: domain, domain: '.startuptools.localhost' })
    expect(decodeURIComponent(cookies.timezone!.value)).toBe('Europe/Berlin')
    expect(cookies.access_token).toMatchObject({ httpOnly: true })
    expect(cookies.refresh_token).toMatchObject({ httpOnly: true })
  })
})

const anotherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
