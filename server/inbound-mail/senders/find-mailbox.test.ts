import { expect, test } from 'vitest'
import { domainOfMailbox, isOurs } from './find-mailbox.ts'

const shared = { inboundDomain: 'example.com', rootDomain: 'example.com' }
const apart = { inboundDomain: 'in.example.net', rootDomain: 'example.com' }

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

test('every address below our domains is ours', () => {
  expect(['a@example.com', 'b@x.example.com', 'c@in.example.net'].every((address) => isOurs(apart, address))).toBe(true)
  expect(isOurs(apart, 'd@notexample.com')).toBe(false)
})
