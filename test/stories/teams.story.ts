import { lookAtThis } from './look.ts'
import { found, join, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a team is created with members, gets tickets one at a time and many at once, and is deleted again', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site, 'teams')
  const lamp = await newTicket(site, acme, 'Blue lamp')
  await newTicket(site, acme, 'Red lamp')
  await newTicket(site, acme, 'Green chair')
  const agent = await (await browser.newContext()).newPage()
  await join(agent, site, acme)
  await signIn(page, site, acme.email)
  const dialog = page.getByRole('dialog')
  const settings = site.at(acme.domain, '/service/settings/teams')
  const teams = page.getByRole('list', { name: 'Teams', exact: true }).getByRole('listitem')

  await test.step('an admin creates a team', async () => {
    await openPage(page, settings)
    await lookAtThis(page)
    await page.keyboard.press('c')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await page.keyboard.type('Billing')
    for (const box of await dialog.getByRole('checkbox').all()) await box.check({ force: true })
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add team' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(teams).toContainText(['Billing2 members'])
    await page.keyboard.press('c')
    await page.keyboard.type('BILLING')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Another team has this name')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Repairs')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(teams).toContainText(['Billing', 'RepairsNo members'])
    await lookAtThis(page)
  })

  await test.step('an agent sets the team in the panel, and the history tells it', async () => {
    await openPage(agent, site.at(acme.domain, `/service/tickets/${lamp.id}`))
    await agent.keyboard.press('Shift+T')
    await agent.getByRole('option', { name: 'Repairs' }).click()
    await expect(agent.getByRole('button', { name: 'Team: Repairs' })).toBeVisible()
    await agent.getByRole('button', { name: 'Team: Repairs' }).click()
    await agent.getByRole('option', { name: 'Billing' }).click()
    await expect(agent.getByText(/team changed from Repairs to Billing/).first()).toBeVisible()
    await agent.getByRole('button', { name: 'Undo' }).click()
    await expect(agent.getByRole('button', { name: 'Team: Repairs' })).toBeVisible()
  })

  await test.step('many tickets are given to a team, found by it and grouped by it', async () => {
    await openPage(agent, site.at(acme.domain, '/service/tickets'))
    const rows = agent.getByRole('table').getByRole('link', { name: /lamp|chair/ })
    await expect(rows).toHaveCount(3)
    await agent.getByRole('checkbox', { name: /Select all/ }).check()
    await agent.keyboard.press('Shift+T')
    await agent.getByRole('option', { name: 'Billing' }).click()
    await expect(agent.getByText('3 tickets given to Billing')).toBeVisible()
    await agent.keyboard.press('/')
    await agent.keyboard.type('team:mi')
    await agent.getByRole('option', { name: 'mine' }).click()
    await expect(rows).toHaveCount(3)
    await agent.getByRole('button', { name: 'Display' }).click()
    await agent.getByRole('radio', { name: 'Team' }).check({ force: true })
    await agent.keyboard.press('Escape')
    await expect(agent.getByRole('button', { name: 'Billing 3' })).toBeVisible()
    await lookAtThis(agent)
  })

  await test.step('deleted after a question that says what loses it, and the undo brings it back', async () => {
    await page.getByRole('button', { name: 'Delete Billing' }).click()
    await expect(dialog).toContainText('3 tickets will be without a team')
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Delete team' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('3 tickets taken out of Billing.')).toBeVisible()
    await expect(teams).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('3 tickets are in Billing again.')).toBeVisible()
    await expect(teams).toHaveCount(2)
  })
  await agent.close()
})
