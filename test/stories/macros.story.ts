import { lookAtThis } from './look.ts'
import { found, fresh, openPage, signIn } from './people.ts'
import { expect, test } from './story.ts'
import { newTicket } from './tickets.ts'

const hostile = '<img src=x onerror=alert(1)>'

test('a macro asks, writes in the language of the customer, changes the ticket, and sends nothing by itself', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'macros')
  const { token } = acme
  const email = `${fresh('carl')}@customer.test`
  const ticket = await newTicket(site, acme, 'Refund', { requester: { email, name: hostile } })
  const { body: shown } = await site.api('GET', `/api/v1/tickets/${ticket.id}`, { token })
  const customer = `/api/v1/customers/${shown.requester.id}`
  await site.api('PATCH', customer, { token, body: { language: 'de' } })
  const alerts: string[] = []
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message())
    void dialog.dismiss()
  })
  const dialog = page.getByRole('dialog')
  const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
  const chips = page.getByRole('region', { name: 'Changes of the macro' })
  const macros = page.getByRole('listbox', { name: 'Macros' })
  const messagesOf = async () =>
    (await site.api('GET', `/api/v1/tickets/${ticket.id}/messages`, { token })).body.items.length
  const ticketNow = async () => (await site.api('GET', `/api/v1/tickets/${ticket.id}`, { token })).body

  await test.step('an admin writes a macro with inputs and changes, and an unknown variable is refused by name', async () => {
    await signIn(page, site, acme.email)
    await openPage(page, site.at(acme.domain, '/service/macros'))
    await page.keyboard.press('c')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Billing / Refund')
    await dialog.getByText('Everyone in the team').click()
    await dialog.getByRole('textbox', { name: 'Text' }).click()
    await page.keyboard.type('Hi {{customer.frist_name}}, {{input.amount}} comes by {{input.day}} from {{input.who}}.')
    for (const [label, kind] of [
      ['Amount', 'Number'],
      ['Day', 'Date'],
      ['Who', 'Member'],
    ] as const) {
      await dialog.getByRole('button', { name: 'Add an input' }).click()
      await page.keyboard.type(label)
      await dialog
        .getByRole('button', { name: /^Kind of input/ })
        .last()
        .click()
      await page.getByRole('option', { name: kind }).click()
    }
    await dialog.getByRole('button', { name: 'Add a change' }).click()
    await dialog.getByRole('textbox', { name: 'Value of change 1' }).fill('refund, billing')
    await dialog.getByRole('button', { name: 'Add macro' }).click()
    await expect(
      dialog.getByText(/There is no variable \{\{customer\.frist_name\}\}\. .*customer\.first_name/),
    ).toBeVisible()
    await dialog
      .getByRole('textbox', { name: 'Text' })
      .fill('Hi {{customer.name}}, {{input.amount}} comes by {{input.day}}.')
    await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(`Hi ${hostile}`)
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add macro' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Billing' })).toContainText('Not used in 30 days')
    await lookAtThis(page)
  })

  const { body: list } = await site.api('GET', '/api/v1/macros', { token })
  const texts = {
    de: '<p>Hallo {{customer.name}},</p><p>{{input.amount}} Euro bis {{input.day}} von {{input.who}}.</p>',
  }
  await site.api('PATCH', `/api/v1/macros/${list.items[0].id}`, { token, body: { texts } })

  await test.step('a slash finds it, three inputs are asked, and the German text stands beside what was written', async () => {
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await editor.click()
    await page.keyboard.type('Guten Tag. /ref')
    await expect(macros.getByRole('option', { name: 'Refund' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused()
    await page.keyboard.type('25')
    await dialog.getByLabel('Day').fill('2026-12-24')
    await lookAtThis(page)
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    await expect(editor.locator('p')).toHaveText([
      'Guten Tag.',
      `Hallo ${hostile},`,
      '25 Euro bis 24. Dezember 2026 von {{input.who}}.',
    ])
    await expect(editor.locator('img')).toHaveCount(0)
    await expect(editor.locator('.macro-missing')).toHaveText('{{input.who}}')
    await expect(editor.locator('.macro-value')).toHaveText([hostile, '25', '24. Dezember 2026'])
    await expect(chips.getByRole('button', { name: /^Remove change/ })).toHaveCount(2)
    await lookAtThis(page)
    expect([await messagesOf(), (await ticketNow()).tags]).toEqual([1, []])
  })

  await test.step('sending says what is missing, and nothing is sent', async () => {
    await editor.focus()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('There is no value for {{input.who}}. Write the words instead.')).toBeVisible()
    expect(await messagesOf()).toBe(1)
  })

  await test.step('a value is marked until it is edited', async () => {
    await editor.fill('Hallo, 25 Euro bis Weihnachten.')
    await expect(editor.locator('.macro-value, .macro-missing')).toHaveCount(0)
  })

  await test.step('a change is removed, one press sends all, and one undo brings both back', async () => {
    await chips.getByRole('button', { name: 'Remove change Tag + billing' }).press('Backspace')
    await expect(chips.getByText('billing')).toHaveCount(0)
    await editor.focus()
    await page.keyboard.press('Control+Enter')
    await expect(editor).toBeEmpty()
    await expect(chips).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(editor).toHaveText('Hallo, 25 Euro bis Weihnachten.')
    await expect(chips).toContainText('refund')
    expect((await ticketNow()).tags).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(editor).toBeEmpty()
    await site.passTime(10)
    await expect.poll(async () => (await ticketNow()).tags).toEqual(['refund'])
  })

  await test.step('a macro without a text is applied by the button, and undone', async () => {
    const actions = [{ kind: 'set', field: 'priority', value: 'urgent' }]
    await site.api('POST', '/api/v1/macros', { token, body: { name: 'Escalate', actions } })
    await page.getByRole('button', { name: 'Macro', exact: true }).click()
    await expect(page.getByRole('combobox', { name: 'Search macros' })).toBeFocused()
    await expect(macros.getByRole('option').first()).toHaveText('Refund')
    await page.keyboard.type('esc')
    await expect(macros.getByRole('option')).toHaveText(['Escalate'])
    await lookAtThis(page)
    await page.keyboard.press('Enter')
    await expect(chips).toContainText('Urgent')
    expect((await ticketNow()).priority).toBe('normal')
    await page.getByRole('button', { name: /^Apply Ctrl/ }).click()
    await expect.poll(async () => (await ticketNow()).priority).toBe('urgent')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await ticketNow()).priority).toBe('normal')
  })

  await test.step('the changes of a macro survive a reload, and one that is not possible any more is named', async () => {
    const status = { name: 'With legal', category: 'on_hold', color: 'grey' }
    const { body: legal } = await site.api('POST', '/api/v1/statuses', { token, body: status })
    const actions = [
      { kind: 'set', field: 'statusId', value: legal.id },
      { kind: 'add_tags', tags: ['legal'] },
    ]
    await site.api('POST', '/api/v1/macros', { token, body: { name: 'Ask legal', actions } })
    await page.reload()
    await editor.click()
    await page.keyboard.type('/ask')
    await expect(macros.getByRole('option', { name: 'Ask legal' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(chips).toContainText('With legal')
    await expect(page.getByText('Draft saved')).toBeVisible()
    await site.api('DELETE', `/api/v1/statuses/${legal.id}`, { token })
    await page.reload()
    await expect(chips.getByRole('button', { name: /^Remove change/ })).toHaveCount(1)
    await expect(chips).toContainText('Status → With legal: not possible any more, and left out')
    await expect(chips).toContainText('legal')
    await lookAtThis(page)
    await chips.getByRole('button', { name: 'Remove all' }).click()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await page.reload()
    await expect(editor).toBeVisible()
    await expect(chips).toHaveCount(0)
  })

  await test.step('a macro with a file for a team is deleted, restored, and brings its file to the reply', async () => {
    await site.api('POST', '/api/v1/teams', { token, body: { name: 'Payroll' } })
    await openPage(page, site.at(acme.domain, '/service/macros'))
    await page.keyboard.press('c')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.type('Send terms')
    await dialog.getByText('Some teams').click()
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Here are the terms.')
    const terms = { name: 'terms.txt', mimeType: 'text/plain', buffer: Buffer.from('The terms') }
    await dialog.locator('input[type=file]').setInputFiles(terms)
    await dialog.getByRole('button', { name: 'Add macro' }).click()
    await expect(dialog.getByText('Choose at least one team')).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'Payroll' }).check()
    await lookAtThis(page)
    await dialog.getByRole('button', { name: 'Add macro' }).click()
    await expect(dialog).toHaveCount(0)
    const row = page.getByRole('listitem').filter({ hasText: 'Send terms' })
    await expect(row).toContainText('Payroll · Not used in 30 days · Reply · 1 file')
    await row.getByRole('button', { name: 'Delete Send terms' }).click()
    await expect(row).toHaveCount(0)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect(row).toHaveCount(1)
    await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
    await editor.click()
    await page.keyboard.type('/terms')
    await expect(macros.getByRole('option', { name: 'Send terms' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(editor).toHaveText('Here are the terms.')
    await expect(page.getByText('terms.txt')).toBeVisible()
    await expect(page.getByText('Draft saved')).toBeVisible()
    await editor.focus()
    await page.keyboard.press('Control+Enter')
    await expect(editor).toBeEmpty()
    await site.passTime(10)
    const lastFiles = async () => {
      const { body } = await site.api('GET', `/api/v1/tickets/${ticket.id}/messages`, { token })
      return body.items.at(-1).attachments.map(({ name }: { name: string }) => name)
    }
    await expect.poll(lastFiles).toEqual(['terms.txt'])
  })

  await test.step('a macro changes the selected tickets of a list, without its text, counts once, and is undone', async () => {
    const other = await newTicket(site, acme, 'Also late')
    const { body: macro } = await site.api('POST', '/api/v1/macros', {
      token,
      body: { name: 'Raise', text: '<p>Soon</p>', actions: [{ kind: 'set', field: 'priority', value: 'high' }] },
    })
    const stateOf = async ({ id }: { id: string }) => {
      const { body } = await site.api('GET', `/api/v1/tickets/${id}`, { token })
      return body.priority
    }
    await openPage(page, site.at(acme.domain, '/service/tickets?view=all'))
    await page.getByRole('checkbox', { name: 'Select all tickets of this page' }).check()
    await page.getByRole('button', { name: /^Apply macro…/ }).click()
    await expect(page.getByRole('combobox', { name: 'Search macros' })).toBeFocused()
    await page.keyboard.type('raise')
    await expect(macros.getByRole('option')).toHaveText(['Raise'])
    await expect(page.getByText('The text of the macro is not sent.')).toBeVisible()
    await lookAtThis(page)
    await page.keyboard.press('Enter')
    await expect.poll(async () => [await stateOf(other), await stateOf(ticket)]).toEqual(['high', 'high'])
    const used = async () => (await site.api('GET', `/api/v1/macros/${macro.id}`, { token })).body.usedCount.days7
    await expect.poll(used).toBe(1)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => [await stateOf(other), await stateOf(ticket)]).toEqual(['normal', 'normal'])
  })

  await test.step('nothing of the name of the customer ran', () => {
    expect(alerts).toEqual([])
  })
})

test('a press of the send keys right after the text of a macro appears sends its changes, too', async ({
  page,
  site,
}) => {
  const acme = await found(site, 'macro-keys')
  const { token } = acme
  const body = { name: 'Refund', text: '<p>On its way.</p>', actions: [{ kind: 'add_tags', tags: ['refund'] }] }
  await site.api('POST', '/api/v1/macros', { token, body })
  const ticket = await newTicket(site, acme, 'Refund')
  await signIn(page, site, acme.email)
  await openPage(page, site.at(acme.domain, `/service/tickets/${ticket.id}`))
  const editor = page.getByRole('textbox', { name: 'Reply to the customer' })
  await editor.click()
  await page.keyboard.type('/ref')
  await expect(page.getByRole('option', { name: 'Refund' })).toBeVisible()
  // Browsers bring keys to a page before it renders what changed. On a slow computer, the next key comes in between.
  await editor.evaluate((element) => {
    const keys = { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }
    const observer = new MutationObserver(async () => {
      if (!element.textContent?.includes('On its way.')) return
      observer.disconnect()
      for (let turns = 0; turns < 20; turns++) await null
      element.dispatchEvent(new KeyboardEvent('keydown', keys))
    })
    observer.observe(element, { childList: true, subtree: true, characterData: true })
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').getByText('On its way.')).toBeVisible()
  await expect(editor).toBeEmpty()
  await site.passTime(10)
  const tagsNow = async () => (await site.api('GET', `/api/v1/tickets/${ticket.id}`, { token })).body.tags
  await expect.poll(tagsNow).toEqual(['refund'])
})
