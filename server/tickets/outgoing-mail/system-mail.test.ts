import { expect, test } from 'vitest'
import { platform } from '#test/world.ts'
import { systemMailComposer } from './compose-system-mail.ts'

const content = { code: '123456', workspaceName: 'Acme', verifyUrl: 'https://example.org/verify', lifeMinutes: 10 }
const compose = (mailFrom: string, to = 'ada@example.org', fromName = 'Acme') =>
  systemMailComposer({ settings: { mailFrom }, render: platform.render })({
    ...{ to, fromName, template: 'sign-in-code', content },
  })

test('a mail of the product goes to one person, in the name that each brings', async () => {
  const { envelope, raw, messageId } = await compose('Startup Tools <no-reply@mail.example.com>')
  const text = raw.toString()
  expect(envelope).toEqual({ from: 'no-reply@mail.example.com', to: 'ada@example.org' })
  expect(text).toContain('From: Acme <no-reply@mail.example.com>\r\n')
  expect(text).toContain('To: ada@example.org\r\n')
  expect(text).toContain(`Message-ID: ${messageId}\r\n`)
  expect(messageId).toMatch(/^<[0-9a-f-]{36}@mail\.example\.com>$/)
  expect(text).toContain('Subject: 123456\r\n')
})

test('no automatic answer to it is wanted, and it answers nothing', async () => {
  const text = (await compose('no-reply@example.com')).raw.toString()
  expect(text).toContain('Auto-Submitted: auto-generated\r\n')
  expect(text).toContain('X-Auto-Response-Suppress: All\r\n')
  expect(text).not.toMatch(/^(In-Reply-To|References|Reply-To|X-Startup-Tools-Loop):/im)
})

test.each([
  ['no-reply@example.com', 'no-reply@example.com'],
  ['  no-reply@example.com ', 'no-reply@example.com'],
  ['"Tools, Inc." <no-reply@example.com>', 'no-reply@example.com'],
])('the sender may be set as %s', async (mailFrom, from) => {
  expect((await compose(mailFrom)).envelope.from).toBe(from)
})

test('the same mail written twice is two mails', async () => {
  const [one, other] = [await compose('a@example.com'), await compose('a@example.com')]
  expect(one.messageId).not.toBe(other.messageId)
})

test('a name becomes no header of its own, and an address no second recipient', async () => {
  const { raw } = await compose('a@example.com', 'ada@example.org', 'Eve\r\nBcc: eve@example.org')
  expect(raw.toString()).not.toMatch(/^Bcc:/im)
  await expect(compose('a@example.com', 'ada@example.org, eve@example.org')).rejects.toThrow('Not an address')
})
