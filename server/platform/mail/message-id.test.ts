import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  addAddressToken,
  signAddressToken,
  signMessageId,
  splitPlusAddress,
  verifyAddressToken,
  verifyMessageId,
} from './message-id.ts'

const key = Buffer.alloc(32, 7)
const [workspaceId, otherWorkspaceId, ticketId, messageId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const id = signMessageId({ key, workspaceId, ticketId, messageId, domain: 'acme.example' })
const token = signAddressToken(key, workspaceId, ticketId)

const changeAt = (text: string, index: number) =>
  text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1)

test('our own Message-ID leads to its ticket, in whatever case a relay leaves it', () => {
  expect(verifyMessageId(key, workspaceId, id)).toEqual({ ticketId, messageId })
  expect(verifyMessageId(key, workspaceId, ` ${id.toUpperCase()} `)).toEqual({ ticketId, messageId })
  expect(verifyMessageId(key, workspaceId, id.replace('acme.example', 'relay.example'))).toEqual({
    ticketId,
    messageId,
  })
})

test('the token of an address leads to its ticket, in whatever case it is typed', () => {
  expect(verifyAddressToken(key, workspaceId, token)).toEqual({ ticketId })
  expect(verifyAddressToken(key, workspaceId, token.toUpperCase())).toEqual({ ticketId })
})

test('what another workspace or another key signed is worth nothing here', () => {
  const otherKey = Buffer.alloc(32, 8)
  expect(verifyMessageId(key, otherWorkspaceId, id)).toBeNull()
  expect(verifyMessageId(otherKey, workspaceId, id)).toBeNull()
  expect(verifyAddressToken(key, otherWorkspaceId, token)).toBeNull()
  expect(verifyAddressToken(otherKey, workspaceId, token)).toBeNull()
})

test('one character changed makes it worthless, wherever it stands', () => {
  const changedIds = Array.from({ length: 73 }, (_, index) => changeAt(id, index + 1))
  const changedTokens = Array.from(token, (_, index) => changeAt(token, index))
  expect(changedIds.map((changed) => verifyMessageId(key, workspaceId, changed)).filter(Boolean)).toEqual([])
  expect(changedTokens.map((changed) => verifyAddressToken(key, workspaceId, changed)).filter(Boolean)).toEqual([])
})

test.each(['', '<>', '<a@b>', 'a'.repeat(45), '1'.repeat(45), `<${'a'.repeat(52)}.${'a'.repeat(20)}@x>`])(
  '%j was not signed by us',
  (raw) => {
    expect(verifyMessageId(key, workspaceId, raw)).toBeNull()
    expect(verifyAddressToken(key, workspaceId, raw)).toBeNull()
  },
)

test('a signature for one purpose does not serve the other', () => {
  const signature = id.slice(1).split('.')[1]!.split('@')[0]!
  expect(token.endsWith(signature)).toBe(false)
})

test('a plus-address holds the token within 64 characters, or does without', () => {
  const address = addAddressToken('support@acme.example', token)
  expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64)
  expect(splitPlusAddress(address)).toEqual({ address: 'support@acme.example', token })
  expect(splitPlusAddress('support@acme.example')).toEqual({ address: 'support@acme.example', token: null })
  expect(addAddressToken(`${'s'.repeat(30)}@acme.example`, token)).toBe(`${'s'.repeat(30)}@acme.example`)
})
