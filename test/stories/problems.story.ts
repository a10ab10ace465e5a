import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

const requester = (name: string) => ({ requester: { email: `${name.toLowerCase()}@problems.test`, name } })

test('the incidents of a problem are answered at once, taken back, answered again, and duplicates are merged', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'problems')
  const rosa = await newTicket(site, acme, 'I cannot sign in', requester('Rosa'))
  await newTicket(site, acme, 'Sign-in fails', requester('Callum'))
  await newTicket(site, acme, 'Still no sign-in', requester('Rosa'))
  await newTicket(site, acme, 'Sign-in is down', requester('Ops'))
  const plan = { key: 'plan', label: 'Plan', kind: 'text' }
  await site.api('POST', '/api/v1/customer-fields', { token: acme.token, body: plan })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/tickets'))
  const dialog = page.getByRole('dialog')
  const table = page.getByRole('table')
  const select = (subject: string) => table.getByRole('row', { name: subject }).getByRole('checkbox').check()
  const incidents = page.getByRole('list', { name: 'Incidents' })

  await test.step('two tickets of one person are merged in the list, and one Undo brings both back', async () => {
    await select('I cannot sign in')
    await select('Still no sign-in')
    await page.keyboard.press('m')
    await expect(dialog.getByRole('region', { name: 'Ticket that stays' })).toContainText('I cannot sign in')
    await lookAtThis(page)
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(table.getByRole('row', { name: 'Still no sign-in' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(table.getByRole('row', { name: 'Still no sign-in' })).toBeVisible()
  })

  await test.step('a ticket becomes a problem, and the selected ones its incidents', async () => {
    await table.getByRole('row', { name: 'Sign-in is down' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Sign-in is down')
    await page.getByRole('button', { name: /^Type/ }).click()
    await page.getByRole('option', { name: 'Problem' }).click()
    await expect(page.getByRole('button', { name: 'Add incidents' })).toBeVisible()
    await page.goBack()
    await select('I cannot sign in')
    await select('Sign-in fails')
    await page.keyboard.press('Shift+P')
    await expect(dialog.getByRole('option', { name: /Sign-in is down/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await table.getByRole('row', { name: 'Sign-in is down' }).getByRole('link').first().click()
    await expect(incidents.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('all incidents are answered with a preview of each, and Undo takes the replies back', async () => {
    await page.getByRole('button', { name: 'Solve all incidents…' }).click()
    const callum = dialog.getByRole('button', { name: /Callum/ })
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hi {{customer.field.plan}}, it works again.')
    await expect(callum).toContainText('No value for customer.field.plan')
    await expect(dialog).toContainText('A variable has no value for 2 tickets.')
    await lookAtThis(page)
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hi {{customer.first_name}}, it works again.')
    await expect(dialog).toContainText('Hi Rosa, it works again.')
    await callum.click()
    await expect(callum).not.toContainText('No value')
    await expect(dialog).toContainText('Hi Callum, it works again.')
    await lookAtThis(page)
    await dialog.getByRole('textbox', { name: 'Text' }).press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('2 incidents answered.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('2 replies taken back.')).toBeVisible()
  })

  await test.step('after the problem is solved, its customers are told once, and the panel lists them', async () => {
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Tell customers it is fixed…' }).click()
    await dialog.getByRole('textbox', { name: 'Text' }).fill('It is fixed.')
    await dialog.getByRole('button', { name: 'Send 2 replies' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('2 replies not sent yet')).toBeVisible()
    await site.passTime(60)
    await page.reload()
    await page.getByRole('button', { name: 'Show who was told' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
    await lookAtThis(page)
    await page.keyboard.press('Escape')
    await openPage(page, site.at(acme.domain, `/service/tickets/${rosa.id}`))
    await expect(page.getByRole('list', { name: 'Linked tickets' })).toContainText('Sign-in is down')
  })
})
