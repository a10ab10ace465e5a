import { expectFaults, mend, pressTwice, sendOffline } from './forms.ts'
import { found, fresh, openPage } from './people.ts'
import { expect, test } from './story.ts'

test('every form of sign-in says beside its field what is wrong, until that is changed', async ({ page, site }) => {
  const { domain } = await found(site)
  const forms = [
    ['app', '/auth/login', 'Work e-mail', 'Send code', 'Invalid email format'],
    ['app', '/auth/register', 'Work e-mail', 'Send code', 'Invalid email format'],
    ['app', '/auth/verify?other', 'Work e-mail', 'Send a new code', 'Invalid email format'],
    ['app', '/auth/verify', 'Work e-mail', 'Continue', 'Enter the address that the code was mailed to'],
    [domain, '/customer/auth/login-verify', 'E-mail', 'Continue', 'Enter the address that the code was mailed to'],
    ['app', '/auth/invitation', 'Work e-mail', 'Send code', 'Invalid email format'],
    [domain, '/customer/auth/login', 'E-mail', 'Send code', 'Invalid email'],
    [domain, '/customer/auth/register', 'E-mail', 'Send code', 'Invalid email'],
    [
      domain,
      '/customer/auth/login?change',
      'Workspace address',
      'Find workspace',
      'Enter the address of the workspace',
    ],
  ] as const
  for (const [host, path, label, button, words] of forms) {
    await openPage(page, site.at(host, path))
    const field = page.getByLabel(label)
    await page.getByRole('button', { name: button }).click()
    await expectFaults([field, words])
    await mend([field, 'nobody'])
  }
  await page.getByLabel('Workspace address').fill(domain)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Go to Acme' })).toBeVisible()
  await page.getByLabel('Workspace address').fill(`${domain}x`)
  await expect(page.getByRole('link', { name: 'Go to Acme' })).toHaveCount(0)
})

test('a founder’s forms: empty, wrong, sent twice, and without a connection', async ({ page, site }) => {
  const domain = fresh('halyard')
  const email = `mina@${domain}.test`
  await openPage(page, site.at('app', '/auth/register'))
  await page.getByLabel('Work e-mail').fill(email)
  expect(await pressTwice(page, page.getByRole('button', { name: 'Send code' }))).toHaveLength(1)
  const code = page.getByLabel('Six-digit code')
  await expect(code).toBeFocused()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectFaults([code, 'Invalid Code'])
  await page.keyboard.type('1')
  await expect(code).not.toHaveAttribute('aria-invalid', 'true')
  const right = await site.codeFor(email)
  await sendOffline(page, () => code.fill(right), [[code, right]])

  await page.waitForURL(site.at('app', '/auth/create-workspace'))
  const create = page.getByRole('button', { name: 'Create workspace' })
  const [name, workspace, address] = ['First name', 'Workspace name', 'Domain'].map((label) => page.getByLabel(label))
  await expect(name!).toBeFocused()
  await create.click()
  await expectFaults(
    [name!, 'Enter your name'],
    [workspace!, 'Enter a name for the workspace'],
    [address!, 'Domain cannot be empty'],
  )
  await mend([name!, 'Mina'], [workspace!, 'Halyard'], [address!, domain])
  await sendOffline(page, () => create.dblclick(), [[address!, domain]])
  await page.waitForURL(site.at(domain))
  await expect(page.getByText('You already have a workspace')).toHaveCount(0)
})
