import { newArticle } from './articles.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, holdRequests, test } from './story.ts'

test('an admin sets Service up, step by step', async ({ page, site }) => {
  const acme = await found(site)
  await signIn(page, site, acme.email)

  await test.step('the sender and a test ticket are steps, and the rest can wait', async () => {
    await page.goto(site.at(acme.domain, '/service/dashboard'))
    await page.getByRole('link', { name: 'Continue the set-up' }).click()

    await expect(page.getByText('0 of 5 steps done')).toBeVisible()
    await page.getByLabel('Sender of your answers').fill('Acme Support')
    await page.getByRole('button', { name: 'Use this name' }).click()
    await expect(page.getByText('1 of 5 steps done')).toBeVisible()
    await page.getByRole('button', { name: 'Send a test ticket' }).click()
    await expect(page.getByText('2 of 5 steps done')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open it' })).toHaveAttribute(
      'href',
      /\/service\/tickets\/[0-9a-f-]{36}/,
    )

    await page.getByRole('link', { name: 'Leave for now' }).click()
    await expect(page.getByRole('link', { name: /^Unassigned 1/ })).toBeVisible()
    await expect(page.getByText('2 of 5 steps done')).toBeVisible()
  })

  await test.step('the first article is a step of the set-up, and done as soon as one is live', async () => {
    await openPage(page, site.at(acme.domain, '/service/onboarding'))
    await expect(page.getByText('2 of 5 steps done')).toBeVisible()
    await newArticle(site, acme, { title: 'Night shifts' }, true)
    await expect(page.getByText('3 of 5 steps done')).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Write a first article ?, done$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Write an article' }).press('Enter')
    await page.waitForURL(/\/service\/knowledgebase\/admin\/articles\/edit/)
  })
})

test('settings are kept as they are changed, and saved when it is asked for', async ({ page, site }) => {
  const { domain, email } = await found(site)
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

  await test.step('settings wait for Save, and leaving with changes asks first', async () => {
    await page.goto(site.at(domain, '/service/settings'))

    await page.getByLabel('Colour', { exact: true }).fill('#7a1f3d')
    await expect(page.getByText('Easy to read on light pages')).toBeVisible()
    await page.getByLabel('Close solved tickets after').fill('400')
    await expect(page.getByText('Use a whole number from 0 to 365')).toBeVisible()
    await page.getByLabel('Close solved tickets after').fill('30')
    const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }
    await page.locator('input[type=file]').setInputFiles(logo)
    await expect(page.getByText('3 unsaved changes')).toBeVisible()

    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(page.getByText('unsaved')).toHaveCount(0)

    await page.goto(site.at(domain, '/service/settings'))
    await expect(page.getByLabel('Close solved tickets after')).toHaveValue('30')
    await expect(page.getByLabel('Colour', { exact: true })).toHaveValue('#7a1f3d')
    await expect(page.getByRole('button', { name: 'Remove the logo' })).toBeVisible()
  })
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
