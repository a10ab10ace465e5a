import { lookAtThis } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

test('the palette opens a ticket and a person by keys alone', async ({ page, site }) => {
  const acme = await found(site, 'palette')
  const { token } = acme
  const { id } = await newTicket(site, acme, 'Blue lamp flickers', {
    requester: { email: 'jane@palette.test', name: 'Jane Doe' },
  })
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, '/'))
  const box = page.getByRole('combobox', { name: 'Search or jump to' })
  const options = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')

  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.type('flick')
  await expect(options).toContainText(['Blue lamp flickers#1 · New'])
  await lookAtThis(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Blue lamp flickers' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('doe')
  await expect(options).toContainText(['Blue lamp flickers', 'Jane Doejane@palette.test'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/service\/customers\/[\w-]+$/)

  const draft = { kind: 'reply', html: '<p>We send a new one</p>' }
  await site.api('PUT', `/api/v1/tickets/${id}/draft`, { token, body: draft })
  await page.keyboard.press('Control+k')
  await expect(options.first()).toContainText('Blue lamp flickers#1 · We send a new one')
  await expect(page.getByText('Drafts', { exact: true })).toBeVisible()
  await lookAtThis(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Reply to the customer' })).toHaveText('We send a new one')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('xyzzy')
  await expect(page.getByText('No results for “xyzzy”')).toBeVisible()
  await expect(options).toHaveCount(0)
})
