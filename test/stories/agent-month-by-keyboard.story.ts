import { expectAccessible } from './look.ts'
import { found, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

const requesterOf = (name: string) => ({ requester: { email: `${name.toLowerCase()}@month.test`, name } })

for (const [width, tag] of [
  [1440, []],
  [1024, ['@sweep']],
  [768, ['@sweep']],
  [390, []],
] as const)
  test(`an agent works through the queue at ${width} pixels without a mouse`, { tag: [...tag] }, async ({
    page,
    site,
  }) => {
    const acme = await found(site, 'month')
    const { token } = acme
    const api = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await site.api(method, path, { token, ...(body && { body }) })).body
    const show = (id: string) => api('GET', `/api/v1/tickets/${id}`)
    await api('POST', '/api/v1/macros', {
      ...{ name: 'Refund', visibility: 'everyone', text: '<p>Hello {{customer.name}}, your money is on its way.</p>' },
      actions: [{ kind: 'add_tags', tags: ['refund'] }],
    })
    const urgent = { priority: 'urgent' }
    const refund = await newTicket(site, acme, 'Refund please', { ...requesterOf('Rosa'), ...urgent })
    const twin = await newTicket(site, acme, 'Refund again', { ...requesterOf('Rosa'), ...urgent })
    const later = await newTicket(site, acme, 'Call me on Monday', { ...requesterOf('Callum'), ...urgent })
    for (const subject of ['Alpha', 'Bravo']) await newTicket(site, acme, subject, requesterOf('Ida'))
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, site, acme.email)
    const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
    const dialog = page.getByRole('dialog')
    const heading = (subject: string) => page.getByRole('heading', { name: subject })
    const rowOf = (subject: string) => page.getByRole('row', { name: subject })

    await test.step('a query narrows the list, and Enter opens a ticket', async () => {
      await openPage(page, site.at(acme.domain, '/service/tickets?order=created'))
      await page.keyboard.press('/')
      await page.keyboard.type('priority:urgent refund please')
      await expect(rowOf('Alpha')).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expect(rowOf('Refund please')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await expect(heading('Refund please')).toBeVisible()
    })

    await test.step('a macro writes the reply, and one press sends it with its changes', async () => {
      await page.keyboard.press('r')
      await expect(editor).toBeFocused()
      await page.keyboard.type('/ref')
      await expect(page.getByRole('option', { name: 'Refund' })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(editor).toHaveText('Hello Rosa, your money is on its way.')
      await page.keyboard.press('Control+Enter')
      await expect(editor).toBeEmpty()
      await site.passTime(10)
      await expect.poll(async () => (await show(refund.id)).tags).toEqual(['refund'])
    })

    await test.step('the other request of the customer is merged into it', async () => {
      await openPage(page, site.at(acme.domain, `/service/tickets/${twin.id}`))
      await page.keyboard.press('m')
      await expect(dialog).toBeVisible()
      await page.keyboard.type(String(refund.number))
      await expect(dialog.getByRole('option').first()).toContainText('Refund please')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('button', { name: /^Merge into/ })).toBeVisible()
      await page.keyboard.press('Control+Enter')
      await expect(heading('Refund please')).toBeVisible()
      await expect.poll(async () => (await show(twin.id)).mergedInto?.id).toBe(refund.id)
    })

    await test.step('a reply is scheduled for a morning', async () => {
      await openPage(page, site.at(acme.domain, `/service/tickets/${later.id}`))
      await page.keyboard.press('r')
      await page.keyboard.type('I call you at nine.')
      const options = page.getByRole('button', { name: 'More send options' })
      for (let tabs = 0; tabs < 20 && !(await options.evaluate((button) => button === document.activeElement)); tabs++)
        await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('menu')).toBeVisible()
      await page.keyboard.type('Send tomorrow')
      await page.keyboard.press('Enter')
      await expect(editor).toBeEmpty()
      await expect(page.getByText(/I call you at nine\./)).toBeVisible()
    })

    await test.step('a ticket is solved, and the next one opens', async () => {
      await openPage(page, site.at(acme.domain, '/service/tickets?view=unassigned&order=created'))
      await expect(rowOf('Bravo')).toBeVisible()
      // The cursor stands on the ticket that was read last.
      for (let steps = 0; steps < 3; steps++) await page.keyboard.press('k')
      await expect(rowOf('Bravo')).toHaveAttribute('aria-current', 'true')
      await page.keyboard.press('Enter')
      await expect(heading('Bravo')).toBeVisible()
      await page.keyboard.press('Shift+E')
      await expect(heading('Alpha')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL(/\/service\/tickets\?/)
      await expect(rowOf('Alpha')).toHaveAttribute('aria-current', 'true')
    })

    await test.step('a page of tickets is changed at once, and put back', async () => {
      await page.keyboard.press('Shift+A')
      await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toBeVisible()
      await page.keyboard.press('p')
      await page.getByRole('combobox', { name: /^Priority of/ }).fill('hi')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/set to High priority/)).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await page.keyboard.press('z')
      await expect(page.getByText(/set to High priority/)).toHaveCount(0)
      await expectAccessible(page)
    })

    await test.step('the palette leads to the customer', async () => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('callum')
      await expect(page.getByRole('option', { name: /^Callum/ })).toBeVisible()
      const person = page.getByRole('option', { name: /^Callum/ })
      for (let steps = 0; steps < 10 && (await person.getAttribute('aria-selected')) !== 'true'; steps++)
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/service\/customers\//)
      await expect(heading('Callum')).toBeVisible()
    })
  })
