import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a query is written, shown as chips and changed both ways, and a mistake in it is marked', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'query')
  const more = { requester: { email: 'jane@query.test', name: 'Jane Doe' } }
  await newTicket(site, acme, 'Blue lamp', { ...more, priority: 'high', tags: ['light bulbs'] })
  await newTicket(site, acme, 'Red lamp')
  await newTicket(site, acme, 'Red chair', more)
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/service/tickets'))
  const rows = page.getByRole('table').getByRole('link', { name: /^(Blue|Red)/ })
  const box = page.getByRole('searchbox', { name: /^Search in/ })
  await expect(rows).toHaveCount(3)

  await test.step('written in the search box, by keys', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('lamp requester:jane@query.test')
    await expect(rows).toContainText(['Blue lamp'])
    await expect(page.getByRole('button', { name: 'Requester jane@query.test' })).toBeVisible()
    await expect(page).toHaveURL(/\?q=lamp\+requester%3Ajane%40query\.test$/)
  })

  await test.step('a chip is removed, and the text keeps the rest', async () => {
    await page.getByRole('link', { name: /^Remove filter Requester/ }).click()
    await expect(box).toHaveValue('lamp')
    await expect(rows).toHaveCount(2)
  })

  await test.step('a filter is added by keys, and its chip is changed', async () => {
    await page.keyboard.press('Shift+F')
    const dialog = page.getByRole('dialog', { name: 'Add a filter' })
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog.getByText('Choose a value')).toBeVisible()
    await lookAtThis(page)
    await dialog.getByRole('combobox', { name: 'Field' }).click()
    await page.getByRole('option', { name: 'Priority' }).click()
    await dialog.getByText('High', { exact: true }).click()
    await dialog.getByText('Urgent', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(box).toHaveValue('priority:high,urgent lamp')
    await expect(rows).toContainText(['Blue lamp'])

    await page.getByRole('button', { name: 'Priority High or Urgent' }).click()
    const change = page.getByRole('dialog', { name: 'Change the filter' })
    await change.getByRole('button', { name: /^Comparison/ }).click()
    await page.getByRole('option', { name: 'is not', exact: true }).click()
    await change.getByRole('button', { name: 'Apply' }).click()
    await expect(box).toHaveValue('-priority:high,urgent lamp')
    await expect(rows).toContainText(['Red lamp'])
  })

  await test.step('a condition is added to alternatives as a whole', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?q=chair+OR+blue'))
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a filter' })
    await dialog.getByText('Open', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(box).toHaveValue('status:open (chair OR blue)')
    await expect(page.getByText('No ticket matches this search')).toBeVisible()
  })

  await test.step('keys and values are suggested, and taken by the arrow keys', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await page.keyboard.press('/')
    await page.keyboard.type('prio')
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
    await expect(suggestions).toHaveText(['priority:Priority'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('priority:')
    await page.keyboard.type('h')
    await expect(suggestions).toHaveText(['highHigh'])
    await lookAtThis(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('priority:high ')
    await expect(rows).toContainText(['Blue lamp'])
    await page.keyboard.type('assignee:love')
    await page.keyboard.press('ArrowDown')
    await expect(suggestions.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(suggestions).toHaveCount(0)
    await expect(box).toHaveValue('priority:high assignee:love')
    await expect(page.getByText('No ticket matches this search')).toBeVisible()
    await box.fill('')
    await page.keyboard.type('tag:lig')
    await expect(suggestions).toHaveText(['"light bulbs"'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue(/^tag:"light bulbs"/)
    await expect(rows).toHaveText(['Blue lamp'])
    await box.fill('')
    await page.keyboard.type('red requester:do')
    await expect(suggestions).toHaveText(['jane@query.testJane Doe'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('red requester:jane@query.test ')
    await expect(rows).toHaveText(['Red chair'])
  })

  await test.step('a mistake is marked, and one press mends it', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?q=lamp+status:nwe'))
    await expect(page.getByRole('status').filter({ hasText: '"nwe" is no value of "status"' })).toBeVisible()
    await expect(page.locator('mark')).toHaveText('nwe')
    await lookAtThis(page)
    await page.getByRole('list', { name: 'Replace by' }).getByRole('link', { name: 'new', exact: true }).click()
    await expect(box).toHaveValue('lamp status:new')
    await expect(rows).toHaveCount(2)
  })
})
