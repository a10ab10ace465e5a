import type { Page } from '@playwright/test'
import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

const subjects = ['Alpha', 'Bravo', 'Charlie', 'Delta']
const rowOf = (page: Page, subject: string) => page.getByRole('row', { name: subject })

test('a queue is worked, searched and walked by keys', async ({ page, site }) => {
  const acme = await found(site)
  for (const subject of subjects) await newTicket(site, acme, subject)
  await signIn(page, site, acme.email)

  await test.step('a queue is worked by keys alone, and the last step is undone', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?order=created'))
    await expect(rowOf(page, 'Delta')).toBeVisible()

    await page.keyboard.press('j')
    await expect(rowOf(page, 'Delta')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByText('3 selected')).toBeVisible()

    await page.keyboard.press('p')
    await page.getByRole('combobox', { name: 'Priority of 3 tickets' }).fill('urg')
    await page.keyboard.press('Enter')
    await expect(page.getByText('3 tickets set to Urgent priority')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Urgent priority' })).toHaveCount(3)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(page.getByRole('img', { name: 'Urgent priority' })).toHaveCount(0)

    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await expect(page.getByText('2 solved')).toBeVisible()
    await expect(rowOf(page, 'Bravo')).toHaveCount(0)
    await expect(rowOf(page, 'Alpha')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /Alpha/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Alpha')).toHaveAttribute('aria-current', 'true')
  })

  await test.step('a ticket is answered or solved by keys, and the next of the list opens', async () => {
    for (const subject of ['Golf', 'Hotel', 'India']) await newTicket(site, acme, subject)
    await openPage(page, site.at(acme.domain, '/service/tickets?view=unassigned&order=created'))
    await rowOf(page, 'India').getByRole('link').first().click()
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    await editor.fill('It left today.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect(page.getByRole('heading', { name: /Hotel/ })).toBeVisible()
    await expect(page.getByRole('status').getByText(/Reply is sent in \d+ s/)).toBeVisible()
    await page.keyboard.press('Shift+E')
    await expect(page.getByRole('heading', { name: /Golf/ })).toBeVisible()
    await expect(page.getByText(/\d+ solved/)).toBeVisible()
    await editor.fill('Solved by hand.')
    await page.getByRole('button', { name: 'More send options' }).click()
    await page.getByRole('menuitem', { name: 'Solve and open next ticket' }).click()
    for (const subject of ['Delta', 'Charlie', 'Alpha']) {
      await expect(page.getByRole('heading', { name: subject })).toBeVisible()
      if (subject !== 'Alpha') await page.keyboard.press('j')
    }
    await page.keyboard.press('Shift+E')
    await expect(page).toHaveURL(/\/service\/tickets\?/)
    await expect(rowOf(page, 'Charlie')).toBeVisible()
    await expect(rowOf(page, 'Alpha')).toHaveCount(0)
  })

  await test.step('a search finds words, and a number leads to its ticket', async () => {
    const echo = await newTicket(site, acme, 'Echo')
    await newTicket(site, acme, 'Foxtrot')
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await expect(rowOf(page, 'Delta')).toBeVisible()

    await page.keyboard.press('/')
    await page.keyboard.type('foxtrot')
    await expect(rowOf(page, 'Delta')).toHaveCount(0)
    await expect(rowOf(page, 'Foxtrot')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Delta')).toBeVisible()
    await page.keyboard.type(String(echo.number))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /Echo/ })).toBeVisible()
  })

  await test.step('what can be done with the chosen tickets fits beside the views of a narrow window', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await expect(rowOf(page, 'Delta')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    const bar = page.getByRole('toolbar', { name: 'Selected rows' })
    await expect(bar).toBeVisible()
    expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await bar.getByRole('button', { name: 'Snooze' }).hover()
    await expect(page.getByRole('tooltip')).toContainText('Snooze')
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('a long list is walked page by page, forward and back', async () => {
    // Adds tickets to the five unsolved tickets.
    for (let count = 5; count < 27; count += 1) await newTicket(site, acme, `Ticket ${count}`)
    await openPage(page, site.at(acme.domain, '/service/tickets'))

    await expect(page.getByText('1–25 of 27')).toBeVisible()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page.getByText('26–27 of 27')).toBeVisible()
    await page.getByRole('link', { name: 'Previous page' }).click()
    await expect(page.getByText('1–25 of 27')).toBeVisible()
  })

  await test.step('all that match are selected beyond the page, changed in a batch and put back', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets'))
    await page.keyboard.press('Shift+A')
    await expect(page.getByText('All 25 tickets of this page are selected.')).toBeVisible()
    await page.keyboard.press('Shift+A')
    const selected = page.getByText(/^All \d+ tickets that match are selected\.$/)
    await expect(selected).toBeVisible()
    const count = Number(/\d+/.exec((await selected.textContent()) ?? '')![0])
    expect(count).toBeGreaterThan(25)
    await page.keyboard.press('e')
    const question = page.getByRole('dialog', { name: `Change ${count} tickets?` })
    await expect(question).toContainText('After the change: solved.')
    await lookAtThis(page)
    await question.getByRole('button', { name: 'Change' }).click()
    // Each ticket is changed in its own transaction, and the list is read again meanwhile. A busy machine needs long.
    const patience = { timeout: 90_000 }
    await expect(page.getByText(`${count} tickets changed.`)).toBeVisible(patience)
    await lookAtThis(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(`${count} tickets restored.`)).toBeVisible(patience)
  })
})
