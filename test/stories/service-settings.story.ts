import { newArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, holdRequests, test } from './story.ts'

test('an admin sets Service up, step by step', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('the sender and a test ticket are steps, and the rest can wait', async () => {
    await page.goto(site.at(acme.domain, '/service/dashboard'))
    await page.getByRole('link', { name: 'Continue setup' }).click()

    await expect(page.getByText('0 of 5 steps done')).toBeVisible()
    await page.getByLabel('Support name').fill('Acme Support')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('1 of 5 steps done')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test ticket' }).click()
    await expect(page.getByText('2 of 5 steps done')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open ticket', exact: true })).toHaveAttribute(
      'href',
      /\/service\/tickets\/[0-9a-f-]{36}/,
    )

    await page.getByRole('link', { name: 'Finish later' }).click()
    await expect(page.getByRole('link', { name: /^Unassigned 1/ })).toBeVisible()
    await expect(page.getByText('2 of 5 steps done')).toBeVisible()
  })

  await test.step('the first article is a step of the set-up, and done as soon as one is live', async () => {
    await openPage(page, site.at(acme.domain, '/service/onboarding'))
    await expect(page.getByText('2 of 5 steps done')).toBeVisible()
    await newArticle(site, acme, { title: 'Night shifts' }, true)
    await expect(page.getByText('3 of 5 steps done')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Write your first article ?, done$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Write an article' }).press('Enter')
    await page.waitForURL(/\/service\/knowledgebase\/admin\/articles\/edit/)
  })
})

test('settings are kept as they are changed, and saved when it is asked for', async ({ page, site }) => {
  const { domain, email, token } = await found(site)
  await signIn(page, site, email)

  await test.step('what is changed while a save is under way is not lost with it', async () => {
    await openPage(page, site.at(domain, '/service/settings'))
    const held = await holdRequests(page, '**/api/v1/workspace')
    const name = page.getByLabel('Support name')
    await name.fill('Acme Care')
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true')
    await name.fill('Acme')
    await page.getByLabel('Contact forms and lists').fill('form@acme.test')
    held.release()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.getByText('2 unsaved changes')).toBeVisible()
    await expect(name).toHaveValue('Acme')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('unsaved change')).toHaveCount(0)
    await expect(name).toHaveValue('Acme')
  })

  await test.step('a preview shows the end of a mail with the signature', async () => {
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview.getByText('Acme', { exact: true })).toBeVisible()
    await page.getByLabel('Signature').fill('Acme Ltd\nHarbour Street 3')
    await expect(preview.getByText('Harbour Street 3')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(preview.getByText('Harbour Street 3')).toHaveCount(0)
  })

  await test.step('settings wait for Save, and leaving with changes asks first', async () => {
    await page.goto(site.at(domain, '/service/settings'))

    await page.getByLabel('Colour', { exact: true }).fill('#7a1f3d')
    await expect(page.getByText('Used in light mode.')).toBeVisible()
    await page.getByLabel('Close solved tickets after').fill('400')
    await expect(page.getByText('Use a whole number from 0 to 365')).toBeVisible()
    await page.getByLabel('Close solved tickets after').fill('30')
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
    await page.locator('input[type=file]').setInputFiles(logo)
    await expect(page.getByText('3 unsaved changes')).toBeVisible()

    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    // Shortcuts of the page are off while a dialog is open.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.getByText('unsaved')).toHaveCount(0)

    await page.goto(site.at(domain, '/service/settings'))
    await expect(page.getByLabel('Close solved tickets after')).toHaveValue('30')
    await expect(page.getByLabel('Colour', { exact: true })).toHaveValue('#7a1f3d')
    await expect(page.getByRole('button', { name: 'Remove logo' })).toBeVisible()
  })

  await test.step('what two admins change at a time is asked about, and saving again keeps what was typed', async () => {
    await openPage(page, site.at(domain, '/service/settings'))
    const support = page.getByLabel('Support name')
    await support.fill('Acme Crew')
    await site.api('PATCH', '/api/v1/workspace', { token, body: { supportName: 'Acme Desk', name: 'Acme Ltd' } })
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Somebody else changed this to “Acme Desk”. Save again to keep yours.')).toBeVisible()
    await expect(support).toHaveValue('Acme Crew')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Acme Ltd')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.getByText('unsaved')).toHaveCount(0)
    await expect(support).toHaveValue('Acme Crew')
  })

  await test.step('who is no admin any more keeps what they typed until they leave', async () => {
    const support = page.getByLabel('Support name')
    await support.fill('Acme Crew, day and night')
    const other = `${domain}@other.test`
    await site.identities.newMember(domain, other, 'AdminUser')
    const { accessToken } = await site.identities.signInTeam(other, 'A program')
    const { body } = await site.api('GET', '/api/v1/members', { token: accessToken })
    const { id } = (body.items as { id: string; email: string }[]).find((member) => member.email === email)!
    await site.api('PATCH', `/api/v1/members/${id}`, { token: accessToken, body: { role: 'TeamUser' } })
    await expect(page.getByText('You are no longer an admin.')).toBeVisible()
    await expect(support).toHaveValue('Acme Crew, day and night')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page).toHaveURL(site.at(domain, '/'))
  })
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
