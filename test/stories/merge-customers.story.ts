import { lookAtThis } from './look.ts'
import { found, fresh, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'

test('a member merges two entries of one person, and undoes the merge', async ({ page, site }) => {
  const acme = await found(site)
  const create = async (body: object) =>
    (await site.api('POST', '/api/v1/customers', { token: acme.token, body })).body as { id: string }
  const [office, home] = [`${fresh('rosa')}@office.test`, `${fresh('rosa')}@home.test`]
  const one = await create({ name: 'Rosa Delgado', emails: [office], language: 'en' })
  await create({ name: 'rosa delgado', emails: [home], language: 'es', phones: ['+49 30 9018 2077'] })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/customers/${one.id}`))
  const dialog = page.getByRole('dialog', { name: 'Merge into another customer' })
  const panel = page.getByRole('complementary', { name: 'Customer' })

  await test.step('the other entry is suggested, because it has the same name', async () => {
    await page.getByRole('button', { name: 'More' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Merge…' }).press('Enter')
    await expect(dialog.getByRole('option', { name: /rosa delgado/ })).toBeVisible()
    await dialog.getByRole('combobox', { name: 'The other customer' }).press('Enter')
    await expect(dialog.getByRole('region', { name: 'Customer who stays' })).toContainText(home)
  })

  await test.step('the member swaps both, keeps the better name and merges with the keyboard', async () => {
    await dialog.getByRole('button', { name: 'Swap' }).press('Enter')
    await expect(dialog.getByRole('region', { name: 'Customer who stays' })).toContainText(office)
    await dialog.getByRole('radio', { name: 'Spanish' }).check()
    await lookAtThis(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(panel.getByText(home)).toBeVisible()
    await expect(panel.getByText('+49 30 9018 2077')).toBeVisible()
    await expect(panel.getByText('Spanish')).toBeVisible()
    await expect(page.getByText('merged rosa delgado into the customer')).toBeVisible()
    await lookAtThis(page)
  })

  await test.step('the undo gives everything back', async () => {
    await page.getByRole('button', { name: 'Undo the merge' }).press('Enter')
    await expect(panel.getByText(home)).toHaveCount(0)
    await expect(panel.getByText('English')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo the merge' })).toHaveCount(0)
  })
})
