import { domainToASCII, domainToUnicode } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findEmailAddress, listEmailAddresses, readEmailAddress } from '#contract/email-address.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { expectOfEach } from '#test/each-of.ts'
import { internationalAddresses, invalidAddresses } from './addresses.ts'

test.each([
  ['info@müller.example', 'info@xn--mller-kva.example'],
  ['Jörg@Example.com', 'jörg@example.com'],
  ['jo\u0308rg@x.example', 'jörg@x.example'],
  ['JÖRG@MÜLLER。example', 'jörg@xn--mller-kva.example'],
  ['"jörg"@x.example', 'jörg@x.example'],
  ['ΟΔΟΣ@x.example', 'οδος@x.example'],
  ['mi\u212ae@x.example', 'mike@x.example'],
  ['a@STRAẞE.example', 'a@xn--strae-oqa.example'],
  ['\ufeff jörg@x.example ', 'jörg@x.example'],
  [`${'用'.repeat(21)}@x.example`, `${'用'.repeat(21)}@x.example`],
])('%s is kept as %s', (typed, kept) => {
  expect(readEmailAddress(typed)).toBe(kept)
  expect(readEmailAddress(kept)).toBe(kept)
})

test('no sign that nobody sees, that turns the direction or that looks like a part of the form gets into an address', async () => {
  const signs = [0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202a, 0x202e, 0x2060]
  const others = [
    0x2066, 0x2069, 0x2800, 0x3000, 0x3164, 0xfe0f, 0xfeff, 0xff20, 0xff1c, 0xff0c, 0xffa0, 0xe0041, 0x7f, 0,
  ]
  await expectOfEach(
    [...signs, ...others].map((point) => [`U+${point.toString(16)}`, String.fromCodePoint(point)] as const),
    async (sign) => {
      const typed = [`a${sign}b@x.example`, `ö${sign}b@x.example`, `a@x${sign}y.example`, `a@ö${sign}y.example`]
      expect(typed.map(readEmailAddress)).toEqual([null, null, null, null])
    },
  )
})

test('what is no address is none', () => {
  expect(invalidAddresses.filter((address) => readEmailAddress(address) !== null)).toEqual([])
})

test('an address is found in a text, whatever its script', () => {
  const texts = [
    'Von: Jörg <jörg@müller.example>',
    'an jörg@müller.example.',
    '„jörg@müller.example“',
    'mailto:j%C3%B6rg@müller.example',
  ]
  expect(texts.map(findEmailAddress)).toEqual(texts.map(() => 'jörg@xn--mller-kva.example'))
  expect(listEmailAddresses('a@x.example, 用户@例え.example und ö@x.example')).toEqual([
    ...['a@x.example', '用户@xn--r8jz45g.example', 'ö@x.example'],
  ])
})

describe('an address is shown in its own script', () => {
  test('where nothing in it can pass for something else', () => {
    const shown = internationalAddresses.map((address) => shownAddress(readEmailAddress(address)!))
    expect(shown.filter((address) => address.includes('xn--'))).toEqual([])
    expect(shown.map(readEmailAddress)).toEqual(internationalAddresses.map(readEmailAddress))
  })

  test.each([
    ['Latin and Cyrillic', 'xn--ypal-43d9g.com'],
    ['Cyrillic that looks Latin', 'xn--80ak6aa92e.com'],
    ['Greek that looks Latin', 'xn--mxaazn.gr'],
    ['Latin and Han', 'xn--t-1c4b.example'],
    ['a letter that looks like another', 'xn--yldz-lzac.example'],
    ['a picture', 'xn--n3h.example'],
    ['a joiner that nobody sees', 'xn--1ug2145p8wc.example'],
    ['no encoding of anything', 'xn--99999999999.example'],
    ['what another encoding stands for', 'xn--mller-KVA.example'.replace('KVA', 'kvA')],
  ])('and else in ASCII: %s', (_, domain) => {
    expect(shownAddress(`a@${domain}`)).toBe(`a@${domain}`)
  })

  test('Cyrillic that looks Latin is shown below a Cyrillic name', () => {
    expect(shownAddress('a@xn--80ak6aa92e.xn--p1ai')).toBe('a@аррӏе.рф')
  })

  test('as Node reads it', async () => {
    const ranges = [
      [0xe0, 0xf6],
      [0x430, 0x44f],
      [0x3b1, 0x3c9],
      [0x4e00, 0x4fff],
      [0x5d0, 0x5ea],
      [0x627, 0x63a],
      [0xac00, 0xad00],
    ]
    const labels = ranges.flatMap(([from, to]) =>
      Array.from({ length: to! - from! }, (_, at) =>
        String.fromCodePoint(
          ...Array.from({ length: 1 + (at % 9) }, (_, next) => from! + ((at * 7 + next * 13) % (to! - from!))),
        ),
      ),
    )
    const domains = labels
      .map((label) => domainToASCII(`${label}.example`))
      .filter((domain) => domain.startsWith('xn--'))
    expect(domains.length).toBeGreaterThan(500)
    await expectOfEach(
      domains.map((domain) => [domain, domain] as const),
      async (domain) => expect([domain, domainToUnicode(domain)]).toContain(shownAddress(`a@${domain}`).slice(2)),
    )
    expect(domains.filter((domain) => shownAddress(`a@${domain}`).includes('xn--')).length).toBeLessThan(
      domains.length / 4,
    )
  })
})
