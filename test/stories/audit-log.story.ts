import { readFile } from 'node:fs/promises'
import { lookAtThis } from './look.ts'
import { found, join, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('an admin signs a member out of a device, and reads, filters and exports who did what', async ({ page, site }) => {
  const acme = await found(site)
  const email = await join(page, site, acme)
  await signIn(page, site, acme.email)

  await test.step('the devices of a member are listed and signed out, by keyboard', async () => {
    await openPage(page, site.at(acme.domain, '/team'))
    await page.getByRole('button', { name: `More for ${email}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Devices…' }).click()
    const dialog = page.getByRole('dialog', { name: `Devices of ${email}` })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    await lookAtThis(page)
    await dialog
      .getByRole('button', { name: /^Sign out of / })
      .first()
      .press('Enter')
    await expect(dialog.getByText(`${email} is not signed in anywhere.`)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: `More for ${email}` })).toBeFocused()
  })

  const table = page.getByRole('table', { name: 'Audit log' })

  await test.step('the log tells it, with who, what and from where', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click()
    const line = table.getByRole('row').filter({ hasText: 'Signed out' })
    await expect(line).toContainText('Ada Lovelace')
    await expect(line).toContainText('1 device')
    await expect(line).toContainText('127.0.0.1')
    await lookAtThis(page)
  })

  await test.step('it is filtered by who and by what, and the address keeps the filter', async () => {
    await page.getByRole('button', { name: 'What: All actions' }).press('Enter')
    await page.getByRole('option', { name: 'Service trial started' }).click()
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(table).toContainText('Service trial started')
    await page.reload()
    await expect(table.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: 'Who: Everyone' }).press('Enter')
    await page.getByRole('option', { name: email }).click()
    await expect(page.getByText('No matching entries')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(page.getByRole('button', { name: 'What: All actions' })).toBeVisible()
  })

  await test.step('the export is a file with every line', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('audit-log.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('session.ended,agent,Ada Lovelace')
    expect(text).toContain('service.started')
  })
})
