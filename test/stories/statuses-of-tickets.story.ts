import { lookAtThis } from './look.ts'
import { found, fresh, join, openPage, signIn, signInCustomer } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a status of the team is added, set, found, shown to the customer, and deleted again', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site, 'statuses')
  const email = `${fresh('carl')}@customer.test`
  await site.identities.newCustomer(acme.domain, email)
  const requester = { email, name: 'Carl Sagan' }
  const lamp = await newTicket(site, acme, 'Blue lamp', { requester })
  await newTicket(site, acme, 'Red lamp', { requester })
  const agent = await (await browser.newContext()).newPage()
  await join(agent, site, acme)
  const settings = site.at(acme.domain, '/service/settings/statuses')
  const dialog = page.getByRole('dialog')
  const pending = page.getByRole('list', { name: 'Pending' })

  await test.step('an admin adds a status to a category', async () => {
    await signIn(page, site, acme.email)
    await openPage(page, settings)
    await page.getByRole('button', { name: 'Add a status to Pending' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await page.keyboard.type('Needs photo')
    await dialog.getByRole('textbox', { name: 'Name for customers' }).fill('Send us a photo')
    await dialog.getByText('Blue', { exact: true }).click()
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Your team seesNeeds photo')
    await expect(preview).toContainText('Customers seeSend us a photo')
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add status' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(pending.getByRole('listitem').last()).toContainText('0 tickets · Customers see “Send us a photo”')
    await lookAtThis(page)
  })

  await test.step('a name that is taken is refused beside its field', async () => {
    await page.getByRole('button', { name: 'Add a status to On hold' }).click()
    await page.keyboard.type('NEEDS PHOTO')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Another status has this name')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Waiting for parts')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without saving?' })
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toHaveCount(0)
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'On hold' })).toContainText('Waiting for parts')
  })

  await test.step('what was typed in a dialog is discarded only after a question', async () => {
    await page.getByRole('button', { name: 'Add a status to On hold' }).click()
    await page.keyboard.type('Waiting for rain')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Add a status to On hold' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

  await test.step('statuses are sorted by the keyboard', async () => {
    await page.getByRole('button', { name: 'Edit Needs photo' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(pending.getByRole('listitem').first()).toContainText('Needs photo')
    await expect(page.getByRole('button', { name: 'Edit Needs photo' })).toBeFocused()
  })

  await test.step('an agent sets it with a reply', async () => {
    await openPage(agent, site.at(acme.domain, `/service/tickets/${lamp.id}`))
    await agent.keyboard.press('r')
    await agent.keyboard.type('Can you send a photo?')
    await agent.getByRole('button', { name: 'More send options' }).click()
    await lookAtThis(agent)
    await agent.getByRole('menuitem', { name: /^Send as Needs photo/ }).click()
    await expect(agent.getByRole('button', { name: 'Status: Needs photo' })).toBeVisible()
  })

  await test.step('an agent sets another one in the panel, and the history tells it', async () => {
    await agent.getByRole('button', { name: /^Status:/ }).click()
    await agent.getByRole('option', { name: /^Waiting for parts/ }).click()
    await expect(agent.getByRole('button', { name: 'Status: Waiting for parts' })).toBeVisible()
    await agent.getByRole('button', { name: /^Status:/ }).click()
    await agent.getByRole('option', { name: /^Needs photo/ }).click()
    await expect(agent.getByRole('button', { name: 'Status: Needs photo' })).toBeVisible()
    await expect(agent.getByText(/status set to Waiting for parts, status set to Needs photo$/)).toBeVisible()
  })

  await test.step('the present status chosen again changes nothing', async () => {
    const changes: string[] = []
    agent.on('request', (request) => {
      if (request.method() === 'PATCH') changes.push(request.url())
    })
    await agent.getByRole('button', { name: /^Status:/ }).click()
    await agent.getByRole('option', { name: /^Needs photo/ }).click()
    await expect(agent.getByRole('option')).toHaveCount(0)
    expect(changes).toEqual([])
  })

  await test.step('the list shows it and finds it by its name', async () => {
    await openPage(agent, site.at(acme.domain, '/service/tickets'))
    const rows = agent.getByRole('table').getByRole('link', { name: /lamp/ })
    await expect(rows).toHaveCount(2)
    await agent.keyboard.press('/')
    await agent.keyboard.type('status:needs')
    await agent.getByRole('option', { name: 'Needs photo' }).click()
    await expect(rows).toHaveText(['Blue lamp'])
    await expect(agent.getByRole('button', { name: 'Status Needs photo' })).toBeVisible()
    await lookAtThis(agent)
  })

  await test.step('the customer sees the name for customers', async () => {
    const theirs = await (await browser.newContext()).newPage()
    await signInCustomer(theirs, site, acme.domain, email)
    await openPage(theirs, site.at(acme.domain, `/customer/tickets/${lamp.id}`))
    await expect(theirs.getByText('Send us a photo', { exact: true })).toBeVisible()
    await lookAtThis(theirs)
    await theirs.close()
  })

  await test.step('deleted, its ticket gets the default status, and the undo brings both back', async () => {
    await openPage(page, settings)
    await page.getByRole('button', { name: 'Delete Needs photo' }).click()
    await expect(dialog).toContainText('1 ticket gets the default status of Pending')
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Delete status' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(pending.getByRole('listitem')).toHaveCount(1)
    await expect(page.getByText('1 ticket moved from Needs photo')).toBeVisible()
    await openPage(agent, site.at(acme.domain, `/service/tickets/${lamp.id}`))
    await expect(agent.getByRole('button', { name: 'Status: Pending' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(pending.getByRole('listitem')).toHaveCount(2)
    await expect(agent.getByRole('button', { name: 'Status: Needs photo' })).toBeVisible()
  })
  await agent.close()
})
