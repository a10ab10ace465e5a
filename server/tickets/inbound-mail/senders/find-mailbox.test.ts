import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { isOurs } from '#server/platform/mail/own-domains.ts'
import { passTime } from '#test/pass-time.ts'
import { makeWorkspace, owner, platform, settings } from '#test/world.ts'
import { domainOfMailbox, findMailbox } from './find-mailbox.ts'

afterEach(() => vi.restoreAllMocks())

const shared = { inboundDomain: 'example.com', rootDomain: 'example.com', formerDomains: [] }
const apart = { inboundDomain: 'in.example.net', rootDomain: 'example.com', formerDomains: [] }
const moved = { ...shared, formerDomains: ['old.example', 'older.example.org'] }

test.each([
  ['support@acme.example.com', 'acme'],
  ['Support@ACME.example.com', 'acme'],
  ['support+token@acme.example.com', 'acme'],
  ['sales@acme.example.com', null],
  ['support@a.acme.example.com', null],
  ['support@example.com', null],
  ['acme@example.com', null],
  ['acme@in.example.net', null],
])('where the product has its own domain, %s belongs to %s', (address, domain) => {
  expect(domainOfMailbox(shared, address)).toBe(domain)
})

test.each([
  ['acme@in.example.net', 'acme'],
  ['acme+token@in.example.net', 'acme'],
  ['support@acme.in.example.net', 'acme'],
  ['postmaster@in.example.net', null],
  ['no-reply@in.example.net', null],
])('where mail has a domain of its own, %s belongs to %s', (address, domain) => {
  expect(domainOfMailbox(apart, address)).toBe(domain)
})

test.each([
  ['support@acme.old.example', 'acme'],
  ['Support+token@acme.OLDER.example.org', 'acme'],
  ['support@acme.example.com', 'acme'],
  ['support@acme.veryold.example', null],
  ['support@old.example', null],
  ['acme@old.example', null],
  ['sales@acme.old.example', null],
])('after a move, %s belongs to %s', (address, domain) => {
  expect(domainOfMailbox(moved, address)).toBe(domain)
})

test('every address below our domains is ours', () => {
  expect(['a@example.com', 'b@x.example.com', 'c@in.example.net'].every((address) => isOurs(apart, address))).toBe(true)
  expect(isOurs(apart, 'd@notexample.com')).toBe(false)
  expect(isOurs(moved, 'e@acme.older.example.org')).toBe(true)
})

test('the mailbox of a new workspace is found within seconds, although somebody asked for it before', async () => {
  const domain = `newly-made-${randomUUID().slice(0, 8)}`
  const address = `support@${domain}.${settings.inboundDomain}`
  expect(await findMailbox(platform, address)).toBeNull()
  const world = await makeWorkspace('new', 'New', ['Mia', 'Max', 'Mona', 'Moe'])
  await owner.query('update workspaces set domain = $2 where id = $1', [world.id, domain])
  expect(await findMailbox(platform, address)).toBeNull()
  await passTime(5_001)
  expect(await findMailbox(platform, address)).toEqual({ workspaceId: world.id, domain, address })
})
