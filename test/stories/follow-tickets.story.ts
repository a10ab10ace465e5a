import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('a member follows a ticket and mentions a colleague in a note', async ({ page, site }) => {
  const acme = await found(site)
  const ticket = await newTicket(site, acme, 'Broken lift')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const panel = page.getByRole('complementary', { name: 'Ticket details' })

  await test.step('W follows the ticket, and Undo ends it', async () => {
    await page.keyboard.press('w')
    await expect(panel.getByRole('button', { name: 'Remove the follower Ada Lovelace' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(panel.getByRole('button', { name: 'Remove the follower Ada Lovelace' })).toHaveCount(0)
    await page.locator('body').press('w')
    await expect(panel.getByRole('button', { name: 'Remove the follower Ada Lovelace' })).toBeVisible()
    await lookAtThis(page)
  })

  await test.step('@ suggests colleagues in a note, and the mentioned one follows', async () => {
    await page.keyboard.press('n')
    const text = page.getByRole('textbox', { name: 'Note for the team' })
    await expect(text).toBeFocused()
    await page.keyboard.type('Please look, @')
    const members = page.getByRole('listbox', { name: 'Members' })
    await expect(members.getByRole('option')).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(members).toHaveCount(0)
    await expect(text).toBeFocused()
    await page.keyboard.press('Backspace')
    await page.keyboard.type('@ada')
    await lookAtThis(page)
    await page.keyboard.press('Enter')
    await expect(text).toHaveText('Please look, @Ada Lovelace')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('article').filter({ hasText: '@Ada Lovelace' })).toBeVisible()
  })

  await test.step('the ticket is found by its follower', async () => {
    await openPage(page, site.at(acme.domain, '/service/tickets?q=follower:me'))
    await expect(page.getByRole('table').getByRole('link', { name: 'Broken lift' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Follower me' })).toBeVisible()
  })
})
