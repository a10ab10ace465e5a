import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Answer, expect, json, test } from './component.ts'

type ReceivedCall = { method?: string; body: unknown; key: string | string[] | undefined }

/** Records each request and sends its answer. */
function takenBy(answer: (body: Record<string, unknown>) => Answer) {
  const taken: ReceivedCall[] = []
  const take: Answer = async (request, response) => {
    const body = await bodyOf(request)
    taken.push({ method: request.method, body, key: request.headers['idempotency-key'] })
    answer(body)(request, response)
  }
  return { taken, take }
}

const bodyOf = async (request: IncomingMessage) => JSON.parse((await text(request)) || '{}')
const lost: Answer = (request) => request.socket.destroy()
const refused = json(400, {
  status: 400,
  code: 'invalid',
  detail: 'The input is not valid.',
  fields: { email: 'Enter a valid e-mail address' },
})

test('a form is sent once, says that it is done and reads the page again, not what stands around it', async ({
  page,
  show,
  stage,
}) => {
  const { taken, take } = takenBy(({ email }) => json(201, { email }))
  const gate = Promise.withResolvers<void>()
  stage.answer('/api/v1/invitations', async (request, response) => {
    await gate.promise
    take(request, response)
  })
  await show('write-form')
  await page.getByLabel('E-mail').fill('ada@acme.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Invite' }).click()
  gate.resolve()
  await expect(page.getByText('ada@acme.test is invited')).toBeVisible()
  await expect(page.getByLabel('Loads', { exact: true })).toHaveText('2')
  await expect(page.getByLabel('Frame loads')).toHaveText('1')
  await expect(page.getByRole('button', { name: 'Invite' })).not.toHaveAttribute('aria-busy', 'true')
  expect(taken).toMatchObject([{ method: 'POST', body: { email: 'ada@acme.test', role: 'TeamUser' } }])
})

test('addresses that are added while invitations are sent stay, and go with the next try', async ({ page, stage }) => {
  const { taken, take } = takenBy(({ email }) => json(201, { email }))
  const gate = Promise.withResolvers<void>()
  stage.answer('/api/v1/invitations', async (request, response) => {
    await gate.promise
    take(request, response)
  })
  await page.goto(stage.address('invite'))
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('E-mail addresses')
  await field.pressSequentially('ada@acme.test ')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await field.pressSequentially('bob@acme.test carl@acme')
  gate.resolve()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Remove/ })).toHaveAccessibleName('Remove bob@acme.test')
  await expect(field).toHaveValue('carl@acme')
  await expect(field).toBeFocused()
  await field.pressSequentially('.test')
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await expect(dialog).toHaveCount(0)
  expect(taken.map(({ body }) => (body as { email: string }).email)).toEqual([
    'ada@acme.test',
    'bob@acme.test',
    'carl@acme.test',
  ])
})

test('a press on Send counts where the addresses before it become tokens and the dialog grows', async ({
  page,
  stage,
}) => {
  const { taken, take } = takenBy(({ email }) => json(201, { email }))
  stage.answer('/api/v1/invitations', take)
  await page.goto(stage.address('invite'))
  const dialog = page.getByRole('dialog')
  const emails = Array.from({ length: 20 }, (_, index) => `person-${index}@acme.test`)
  await dialog.getByLabel('E-mail addresses').fill(emails.join(' '))
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toHaveCount(0)
  expect(taken).toHaveLength(20)
})

test('what is refused stands at its field, where the focus and the text stay, and goes with the next try', async ({
  page,
  show,
  stage,
}) => {
  stage.answer('/api/v1/invitations', refused)
  await show('write-form')
  const field = page.getByLabel('E-mail')
  await field.fill('ada')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a valid e-mail address')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('ada')
  stage.answer('/api/v1/invitations', json(201, { email: 'ada@acme.test' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('ada@acme.test is invited')).toBeVisible()
  await expect(page.getByText('Enter a valid e-mail address')).toHaveCount(0)
})

test('what is sent without a connection goes when it is back, once', async ({ page, show, stage, context }) => {
  const { taken, take } = takenBy(({ email }) => json(201, { email }))
  stage.answer('/api/v1/invitations', take)
  await show('write-form')
  await page.getByLabel('E-mail').fill('ada@acme.test')
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-busy', 'true')
  await context.setOffline(false)
  await expect(page.getByText('ada@acme.test is invited')).toBeVisible()
  expect(taken).toHaveLength(1)
})

test('a call whose answer was lost is repeated under the same key', async ({ page, show, stage }) => {
  const { taken, take } = takenBy(() => lost)
  stage.answer('/api/v1/invitations', take)
  await show('write-form')
  await page.getByLabel('E-mail').fill('ada@acme.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are offline')).toBeVisible()
  const again = takenBy(({ email }) => json(201, { email }))
  stage.answer('/api/v1/invitations', again.take)
  await expect(page.getByText('ada@acme.test is invited')).toBeVisible()
  expect(again.taken).toEqual(taken.slice(0, 1))
  expect(taken[0]?.key).toBeTruthy()
})

test('a switch shows the last press at once, and each is sent in its turn', async ({ page, show, stage }) => {
  const { taken, take } = takenBy(({ isHrAdmin }) => json(200, { isHrAdmin }))
  const gate = Promise.withResolvers<void>()
  stage.answer('/api/v1/members/0f8fad5b-d9cb-469f-a165-70867728950e', async (request, response) => {
    await gate.promise
    take(request, response)
  })
  await show('write-switch')
  const hrAdmin = page.getByRole('switch', { name: 'HR admin' })
  for (const isOn of [true, false, true]) {
    await hrAdmin.click()
    await expect(hrAdmin).toBeChecked({ checked: isOn })
  }
  gate.resolve()
  await expect
    .poll(() => taken.map(({ body }) => body))
    .toEqual([{ isHrAdmin: true }, { isHrAdmin: false }, { isHrAdmin: true }])
  await expect(hrAdmin).toBeChecked()
  await expect(page.getByLabel('Frame loads')).not.toHaveText('1')
})

test('what is under way stays so until the page shows what it became', async ({ page, show, stage }) => {
  stage.answer('/api/v1/members/0f8fad5b-d9cb-469f-a165-70867728950e', json(200, { isHrAdmin: true }))
  await show('write-shown')
  await page.getByRole('button', { name: 'Make HR admin' }).click()
  await expect(page.getByLabel('Seen')).toHaveText(/ 2$/)
  await expect(page.getByLabel('Seen')).toHaveText(/^ ?1 1\+ (2\+ )?2$/)
})

test('a switch that is refused goes back, and a toast says why', async ({ page, show, stage }) => {
  const path = '/api/v1/members/0f8fad5b-d9cb-469f-a165-70867728950e'
  stage.answer(path, json(409, { status: 409, code: 'last-admin', detail: 'A workspace keeps one active admin.' }))
  await show('write-switch')
  await page.getByRole('switch', { name: 'HR admin' }).click()
  await expect(page.getByRole('status').getByText('A workspace keeps one active admin.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'HR admin' })).not.toBeChecked()
})

test('what is undone from the toast is undone by the server, which says what it left', async ({
  page,
  show,
  stage,
}) => {
  const { taken, take } = takenBy(() => json(200, { results: [{ ticketId: 'a', left: 'changed-meanwhile' }] }))
  stage.answer('/api/v1/ticket-changes', json(201, { id: 'change-1', results: [] }))
  stage.answer('/api/v1/ticket-changes/change-1', take)
  await show('write-undo')
  await page.getByRole('button', { name: 'Spam' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').getByText('Changed meanwhile')).toBeVisible()
  expect(taken).toMatchObject([{ method: 'DELETE' }])
  await expect(page.getByLabel('Loads', { exact: true })).toHaveText('3')
})

test('an alternative text is kept in the order in which it is written, however slow the server is', async ({
  page,
  show,
  stage,
}) => {
  const gate = Promise.withResolvers<void>()
  stage.answer('/api/v1/media/0f8fad5b-d9cb-469f-a165-70867728950e', async (request, response) => {
    await gate.promise
    json(200, {})(request, response)
  })
  stage.answer('/mark', json(200, {}))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method() === 'PATCH' ? request.postDataJSON().alt.en : '-'))
  await show('alt')
  sent.length = 0
  const field = page.getByLabel('Alternative text')
  await field.fill('A bakery')
  await field.blur()
  await field.fill('A bakery at night')
  await field.blur()
  await page.evaluate(() => fetch('/mark'))
  expect(sent).toEqual(['A bakery', '-'])
  gate.resolve()
  await expect.poll(() => sent).toEqual(['A bakery', '-', 'A bakery at night'])
})
