import { expect, test } from 'vitest'
import { findOrigin } from './find-origin.ts'

const relays = [
  { network: '10.0.0.0/8', authservId: null },
  { network: '203.0.113.7', authservId: 'mx.acme.example' },
]
const originOf = (remoteAddress: string, ...received: string[]) => findOrigin({ remoteAddress, received }, relays)

const inside = 'from mx.acme.example (mx.acme.example [10.1.1.1]) by filter.acme.example with ESMTP'

test.each([
  ['Postfix', 'from helo.example (rdns.example [198.51.100.9]) by mx.acme.example (Postfix) with ESMTPS id 4F'],
  ['Postfix, of a client that names another address', 'from [10.0.0.1] (unknown [198.51.100.9]) by mx (Postfix)'],
  ['Postfix over TLS', 'from a.example (r [198.51.100.9]) (using TLSv1.3 (256/256 bits)) (no cert) by mx.acme.example'],
  ['Exim', 'from [198.51.100.9] (helo=[10.0.0.1]) by mx.acme.example with esmtp (Exim 4.98)'],
  ['Exim with a name', 'from rdns.example ([198.51.100.9] helo=a.example) by mx.acme.example with esmtps'],
  ['Sendmail', 'from a.example (r.example [198.51.100.9] (may be forged)) by mx.acme.example (8.18.1)'],
  ['qmail', 'from unknown (HELO a.example) (198.51.100.9) by mx.acme.example with SMTP'],
  ['Exchange', 'from A.example (198.51.100.9) by B.acme.example (10.2.2.2) with Microsoft SMTP Server'],
])('the last hop outside is read from what %s writes', (_, line) => {
  expect(originOf('10.9.9.9', inside, line, 'from evil ([192.0.2.66]) by x').address).toBe('198.51.100.9')
})

test('the last hop outside may be of IPv6', () => {
  expect(originOf('::1', 'from a (r [IPv6:2001:db8::25]) by mx').address).toBe('2001:db8::25')
})

test('what comes straight from outside is judged by its connection, whatever it has written', () => {
  expect(originOf('198.51.100.9', inside, 'from a (r [192.0.2.66]) by x')).toEqual({
    address: '198.51.100.9',
    handedOverBy: null,
  })
})

test.each([
  [
    'does not say whom it had the mail from',
    ['by mx.acme.example (Postfix, from userid 1000)', 'from a ([192.0.2.66])'],
  ],
  ['has it from nobody', []],
  ['has it from itself', [inside]],
])('a relay that %s stands for the mail', (_, received) => {
  expect(originOf('10.9.9.9', ...received).address).toBe('10.9.9.9')
})

test('the names of a relay are those that stand beside its network', () => {
  expect(originOf('203.0.113.7').handedOverBy).toEqual({ authservIds: ['mx.acme.example'] })
  expect(originOf('::ffff:203.0.113.7').handedOverBy).toEqual({ authservIds: ['mx.acme.example'] })
  expect(originOf('127.0.0.1').handedOverBy).toEqual({ authservIds: [] })
})
