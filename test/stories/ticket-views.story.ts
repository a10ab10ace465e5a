import { lookAtThis } from './look.ts'
import { found, join, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a list is saved as a view, arranged, grouped, shared and deleted, by keys and live', async ({
  page,
  browser,
  site,
}) => {
  const acme = await found(site, 'ticket-views')
  await newTicket(site, acme, 'Blue lamp', { priority: 'urgent', tags: ['lamp'] })
  await newTicket(site, acme, 'Red lamp', { priority: 'low', tags: ['lamp'] })
  await newTicket(site, acme, 'Red chair')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/tickets?q=tag:lamp'))
  const rows = page.getByRole('table').getByRole('link', { name: /^(Blue|Red|Green)/ })
  const views = page.getByRole('navigation', { name: 'Views' })
  const dialog = page.getByRole('dialog')

  await test.step('the search is saved as a view', async () => {
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Save view', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Lamps')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    const query = dialog.getByRole('textbox', { name: 'Query' })
    await expect(preview.getByRole('status')).toHaveText('2 tickets')
    await query.fill('tag:lamp priority:urgnt')
    await expect(preview.getByRole('status')).toHaveText('"urgnt" is no value of "priority"')
    await query.fill('tag:lamp priority:urgent')
    await expect(preview.getByRole('status')).toHaveText('1 ticket')
    await expect(preview.getByRole('listitem')).toContainText(['Blue lamp'])
    await query.fill('tag:lamp')
    await expect(preview.getByRole('status')).toHaveText('2 tickets')
    await lookAtThis(page)
    await query.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Lamps')
    await expect(dialog).toHaveCount(0)
    await expect(views.getByRole('link', { name: 'Lamps 2' })).toHaveAttribute('aria-current', 'page')
    await expect(page).toHaveURL(/\?view=[0-9a-f-]{36}$/)
  })

  await test.step('its count and its rows follow what happens', async () => {
    await newTicket(site, acme, 'Green lamp', { priority: 'low', tags: ['lamp'] })
    await expect(views.getByRole('link', { name: 'Lamps 3' })).toBeVisible()
    await expect(rows).toHaveCount(3)
  })

  await test.step('columns are chosen and moved by keys', async () => {
    await page.getByRole('button', { name: 'Display', exact: true }).click()
    const display = page.getByRole('dialog', { name: 'Display' })
    await display.getByRole('checkbox', { name: 'Tags' }).check()
    await expect(page.getByRole('columnheader').last()).toHaveText('Tags')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.getByRole('columnheader').last()).toHaveText('Updated')
    await expect(display.getByRole('checkbox', { name: 'Tags' })).toBeFocused()
    await display.getByRole('radio', { name: 'Priority' }).check()
    await lookAtThis(page)
    await page.keyboard.press('Escape')
    await expect(display).toHaveCount(0)
  })

  await test.step('a group is folded and stays folded', async () => {
    const low = page.getByRole('button', { name: 'Low 2' })
    await expect(page.getByRole('button', { name: 'Urgent 1' })).toBeVisible()
    await rows.filter({ hasText: 'Red lamp' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(low).toHaveAttribute('aria-expanded', 'false')
    await expect(rows).toHaveText(['Blue lamp'])
    await page.reload()
    await expect(rows).toHaveText(['Blue lamp'])
    await low.press('ArrowRight')
    await expect(rows).toHaveCount(3)
    await lookAtThis(page)
  })

  await test.step('it is grouped by company and by a field, and no longer after the field was archived', async () => {
    const company = await site.api('POST', '/api/v1/companies', { token: acme.token, body: { name: 'Cosmos' } })
    const [carl] = (await site.api('GET', '/api/v1/customers?q=carl', { token: acme.token })).body.items
    const person = `/api/v1/companies/${company.body.id}/people/${carl.id}`
    await site.api('PUT', person, { token: acme.token, body: { sharesTickets: false } })
    const options = [{ key: 'home', label: 'At home' }, { key: 'work' }]
    const field = { key: 'place', label: 'Place', kind: 'select', options, default: 'home' }
    const { body: place } = await site.api('POST', '/api/v1/ticket-fields', { token: acme.token, body: field })
    const groupBy = async (name: string) => {
      await page.getByRole('button', { name: 'Display', exact: true }).click()
      await page.getByRole('radio', { name }).check()
      await page.keyboard.press('Escape')
    }
    await groupBy('Company')
    await expect(page.getByRole('button', { name: 'Cosmos 3' })).toBeVisible()
    await groupBy('Place')
    const none = page.getByRole('button', { name: 'No value 3' })
    await none.press('ArrowLeft')
    await newTicket(site, acme, 'Green chair', { tags: ['lamp'] })
    await expect(page.getByRole('button', { name: 'At home 1' })).toBeVisible()
    await expect(rows).toHaveText(['Green chair'])
    await lookAtThis(page)
    await site.api('PUT', `/api/v1/ticket-fields/${place.id}/archive`, { token: acme.token })
    await expect(page.getByRole('button', { name: 'At home 1' })).toHaveCount(0)
    await expect(rows).toHaveCount(4)
    await groupBy('Priority')
  })

  await test.step('the changed filters and columns are saved in the view', async () => {
    await page.getByRole('link', { name: /^Remove filter Tag/ }).click()
    await expect(rows).toHaveCount(5)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(views.getByRole('link', { name: 'Lamps 5' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  })

  await test.step('shared, colleagues see it at once and cannot change it', async () => {
    const theirs = await (await browser.newContext()).newPage()
    await join(theirs, site, acme)
    await openPage(theirs, site.at(acme.domain, '/service/tickets'))
    await page.getByRole('button', { name: 'Actions for this view' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('All things')
    await dialog.getByRole('radio', { name: /^Everyone in the team/ }).check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await theirs.getByRole('link', { name: 'All things 5' }).click()
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('All things')
    await theirs.getByRole('button', { name: 'Actions for this view' }).click()
    await expect(theirs.getByRole('menuitem')).toHaveText(['Duplicate…'])

    await theirs.keyboard.press('Escape')
    await theirs.getByRole('link', { name: 'Blue lamp' }).click()
    await expect(page.getByRole('img', { name: /is viewing/ })).toBeVisible()
    await theirs.close()
  })

  await test.step('deleted, it can be brought back', async () => {
    await page.getByRole('button', { name: 'Actions for this view' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('All active')
    await expect(views.getByRole('link', { name: /^All things/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(views.getByRole('link', { name: 'All things 5' })).toBeVisible()
  })
})

test('a list whose page begins in a company that is deleted begins again, at once and from an old link', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'page-of-a-group')
  for (let number = 1; number <= 26; number += 1) await newTicket(site, acme, `Lamp ${number}`)
  const company = await site.api('POST', '/api/v1/companies', { token: acme.token, body: { name: 'Cosmos' } })
  const path = `/api/v1/companies/${company.body.id}`
  const [carl] = (await site.api('GET', '/api/v1/customers?q=carl', { token: acme.token })).body.items
  await site.api('PUT', `${path}/people/${carl.id}`, { token: acme.token, body: { sharesTickets: false } })
  await signIn(page, site, acme.email)
  const first = site.at(acme.domain, '/service/tickets?view=all')
  await openPage(page, first)
  const rows = page.getByRole('table').getByRole('link', { name: /^Lamp/ })
  await page.getByRole('button', { name: 'Display', exact: true }).click()
  await page.getByRole('radio', { name: 'Company' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cosmos 26' })).toBeVisible()
  await expect(rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(1)
  const second = page.url()
  await site.api('DELETE', path, { token: acme.token })
  await expect(page).toHaveURL(first)
  await expect(page.getByRole('button', { name: 'No company 26' })).toBeVisible()
  await expect(rows).toHaveCount(25)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(rows).toHaveCount(1)
  const view = { name: 'Lamps', visibility: 'everyone' }
  expect((await site.api('POST', '/api/v1/views', { token: acme.token, body: view })).status).toBe(201)
  await expect(page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Lamps' })).toBeVisible()
  await expect(page).toHaveURL(/cursor=/)
  await newTicket(site, acme, 'Lamp 27')
  await expect(page.getByRole('button', { name: 'No company 27' })).toBeVisible()
  await openPage(page, second)
  await expect(page).toHaveURL(first)
  await expect(rows).toHaveCount(25)
})
