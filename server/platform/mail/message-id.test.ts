import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeBase32 } from './base32.ts'
import {
  addAddressToken,
  signAddressToken,
  signMessageId,
  splitPlusAddress,
  verifyAddressToken,
  verifyMessageId,
} from './message-id.ts'

const key = Buffer.alloc(32, 7)
const keys = [key] as const
const [workspaceId, otherWorkspaceId, ticketId, messageId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const id = signMessageId({ keys, workspaceId, ticketId, messageId, domain: 'acme.example' })
const token = signAddressToken({ keys, workspaceId, ticketId, recipient: 'ada@acme.example' })
const ofTicket = { ticketId, wasSentOnlyTo: expect.any(Function) }

const changeAt = (text: string, index: number) =>
  text.slice(0, index) + (text[index] === 'a' ? 'b' : 'a') + text.slice(index + 1)

test('our own Message-ID leads to its ticket, in whatever case a relay leaves it', () => {
  expect(verifyMessageId(keys, workspaceId, id)).toEqual({ ticketId, messageId })
  expect(verifyMessageId(keys, workspaceId, ` ${id.toUpperCase()} `)).toEqual({ ticketId, messageId })
  expect(verifyMessageId(keys, workspaceId, id.replace('acme.example', 'relay.example'))).toEqual({
    ticketId,
    messageId,
  })
})

test('the token of an address leads to its ticket, in whatever case it is typed', () => {
  expect(verifyAddressToken(keys, workspaceId, token)).toEqual(ofTicket)
  expect(verifyAddressToken(keys, workspaceId, token.toUpperCase())).toEqual(ofTicket)
})

test('the token of an address is one person’s, and another’s is another', () => {
  const { wasSentOnlyTo } = verifyAddressToken(keys, workspaceId, token)!
  expect(wasSentOnlyTo!('Ada@acme.example')).toBe(true)
  expect(wasSentOnlyTo!('eve@acme.example')).toBe(false)
  expect(signAddressToken({ keys, workspaceId, ticketId, recipient: 'eve@acme.example' })).not.toBe(token)
})

test('a token that everybody on a ticket shared still leads to it', () => {
  const [ticket, workspace] = [ticketId, workspaceId].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex')) as [
    Buffer,
    Buffer,
  ]
  const signature = createHmac('sha256', key).update('startup-tools/address/').update(workspace).update(ticket).digest()
  const shared = encodeBase32(Buffer.concat([ticket, signature.subarray(0, 12)]))
  expect(verifyAddressToken(keys, workspaceId, shared)).toEqual({ ticketId, wasSentOnlyTo: null })
})

test('what another workspace or another key signed is worth nothing here', () => {
  const others = [Buffer.alloc(32, 8)] as const
  expect(verifyMessageId(keys, otherWorkspaceId, id)).toBeNull()
  expect(verifyMessageId(others, workspaceId, id)).toBeNull()
  expect(verifyAddressToken(keys, otherWorkspaceId, token)).toBeNull()
  expect(verifyAddressToken(others, workspaceId, token)).toBeNull()
})

test('one character changed makes it worthless, wherever it stands', () => {
  const changedIds = Array.from({ length: 73 }, (_, index) => changeAt(id, index + 1))
  const changedTokens = Array.from(token, (_, index) => changeAt(token, index))
  expect(changedIds.map((changed) => verifyMessageId(keys, workspaceId, changed)).filter(Boolean)).toEqual([])
  expect(changedTokens.map((changed) => verifyAddressToken(keys, workspaceId, changed)).filter(Boolean)).toEqual([])
})

test.each([
  '',
  '<>',
  '<a@b>',
  'a'.repeat(45),
  'a'.repeat(53),
  '1'.repeat(45),
  `<${'a'.repeat(52)}.${'a'.repeat(20)}@x>`,
])('%j was not signed by us', (raw) => {
  expect(verifyMessageId(keys, workspaceId, raw)).toBeNull()
  expect(verifyAddressToken(keys, workspaceId, raw)).toBeNull()
})

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
