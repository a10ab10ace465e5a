import { lookAtThis } from './look.ts'
import { found, join, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a tag is suggested, listed with its tickets, renamed, merged and deleted, and each is undone', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site, 'tags')
  const lamp = await newTicket(site, acme, 'Blue lamp', { tags: ['refnud'] })
  await newTicket(site, acme, 'Red lamp', { tags: ['refnud', 'vip'] })
  await newTicket(site, acme, 'Green chair', { tags: ['billing'] })
  const agent = await (await browser.newContext()).newPage()
  await join(agent, site, acme)
  await signIn(page, site, acme.email)
  const dialog = page.getByRole('dialog')
  const tags = page.getByRole('list', { name: 'Tags', exact: true }).getByRole('listitem')

  await test.step('an agent picks a suggested tag in the panel, by keys', async () => {
    await openPage(agent, site.at(acme.domain, `/service/tickets/${lamp.id}`))
    await agent.getByRole('button', { name: 'Add tags' }).focus()
    await agent.keyboard.press('Enter')
    const field = agent.getByRole('combobox', { name: 'Add tags' })
    await expect(field).toBeFocused()
    await agent.keyboard.type('bil')
    await expect(agent.getByRole('option', { name: 'billing' })).toBeVisible()
    await agent.keyboard.press('ArrowDown')
    await agent.keyboard.press('Enter')
    await expect(agent.getByRole('button', { name: 'Remove tag billing' })).toBeVisible()
    await expect(field).toBeFocused()
    await agent.keyboard.type('brand new')
    await agent.keyboard.press('Enter')
    await agent.keyboard.press('Escape')
    await expect(agent.getByRole('button', { name: 'Remove tag brand new' })).toBeVisible()
  })

  await test.step('tags are suggested in the dialog for many, in the search box and in the filter', async () => {
    await openPage(agent, site.at(acme.domain, '/service/tickets'))
    const rows = agent.getByRole('table').getByRole('link', { name: /lamp|chair/ })
    await agent.keyboard.press('j')
    await agent.keyboard.press('t')
    const many = agent.getByRole('dialog')
    await agent.keyboard.type('urgent, v')
    await many.getByRole('button', { name: 'vip' }).click()
    await expect(many).toHaveCount(0)
    await expect(agent.getByText(/tagged urgent, vip/)).toBeVisible()

    await agent.keyboard.press('/')
    await agent.keyboard.type('tag:bil')
    await agent.getByRole('option', { name: 'billing' }).click()
    await expect(rows).toHaveCount(2)
    await agent.getByRole('button', { name: 'Tag billing' }).click()
    const filter = agent.getByRole('dialog', { name: 'Change the filter' })
    await filter.getByRole('combobox', { name: 'Tag' }).fill('bra')
    await agent.getByRole('option', { name: 'brand new' }).click()
    await lookAtThis(agent)
    await filter.getByRole('button', { name: 'Apply' }).click()
    await expect(rows).toHaveText(['Blue lamp'])
  })

  await test.step('an admin finds a tag, and its count leads to its tickets', async () => {
    await openPage(page, site.at(acme.domain, '/service/settings/tags'))
    await expect(tags).toContainText(['billing2 tickets', 'brand new1 ticket', 'refnud2 tickets'])
    await lookAtThis(page)
    await page.keyboard.press('/')
    await page.keyboard.type('ref')
    await expect(tags).toHaveCount(1)
    await tags.getByRole('link', { name: 'refnud' }).click()
    await expect(page.getByRole('table').getByRole('link', { name: /lamp/ })).toHaveCount(2)
    await page.goBack()
  })

  await test.step('renamed on every ticket, and the undo restores it', async () => {
    await page.getByRole('button', { name: 'Rename refnud' }).click()
    const name = dialog.getByRole('combobox', { name: 'Name' })
    await expect(name).toBeFocused()
    await name.fill('')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter a name')).toBeVisible()
    await name.fill('refund')
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('2 tickets got the tag refund instead of refnud.')).toBeVisible()
    await expect(tags).toContainText(['refund2 tickets'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('2 tickets got the tag refnud again.')).toBeVisible()
    await expect(tags).toContainText(['refnud2 tickets'])
  })

  await test.step('merged with another tag after the dialog has said so', async () => {
    await page.getByRole('button', { name: 'Rename refnud' }).click()
    await dialog.getByRole('combobox', { name: 'Name' }).fill('billing')
    await expect(dialog.getByText('Tickets with refnud get the tag billing.')).toBeVisible()
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Merge tags' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('No tag begins with “ref”.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect(tags).toContainText(['billing3 tickets'])
  })

  await test.step('deleted from every ticket after a question', async () => {
    await page.getByRole('button', { name: 'Delete billing' }).click()
    await expect(dialog).toContainText('3 tickets lose the tag')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Delete tag' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('3 tickets lost the tag billing.')).toBeVisible()
    await expect(tags.filter({ hasText: 'billing' })).toHaveCount(0)
  })
  await agent.close()
})
