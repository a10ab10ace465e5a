import { describe, expect, test } from 'vitest'
import { fieldDefaults } from '#contract/fields/defaults.ts'
import type { Field, FieldKind } from '#contract/fields/fields.ts'
import { fieldKinds } from '#contract/fields/kinds.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { checkValue } from './check-values.ts'
import { componentsOf } from './components.ts'
import { convertValue } from './convert-value.ts'
import { settleValues } from './settle-values.ts'

const id = '01890000-0000-7000-8000-000000000001'
const field = (kind: FieldKind, settings: object = {}, own: Partial<Field> = {}) =>
  ({
    ...fieldDefaults,
    id,
    key: 'it',
    label: 'It',
    slot: 's',
    madeOf: null,
    formerKeys: [],
    deletedAt: null,
    kind,
    ...settings,
    ...own,
  }) as unknown as Field
const seat = {
  id: '01890000-0000-7000-8000-0000000000aa',
  key: 'seat',
  fields: [
    field('text', {}, { key: 'colour', slot: 'c', required: 'always' }),
    field('integer', {}, { key: 'count', slot: 'n' }),
  ],
}
const components = componentsOf([seat])
const check = (kind: FieldKind, value: unknown, settings: object = {}) =>
  checkValue(field(kind, settings), value, components)
const doc = {
  type: 'doc',
  content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Hi' }] }],
}
const many = (items: object) => ({ schema: { items } })
const options = [{ key: 'a', label: 'First' }, { key: 'b' }]

const good: [FieldKind, unknown, unknown, object?][] = [
  ['text', 'Hello', 'Hello'],
  ['text', 'AB12', 'AB12', { pattern: '[A-Z]{2}[0-9]{2}' }],
  ['text', '', null],
  ['long_text', 'One\nTwo', 'One\nTwo'],
  ['slug', ' My-Page ', 'my-page'],
  ['markdown', '# Hi', '# Hi'],
  ['rich_text', doc, doc],
  ['integer', -0, 0],
  ['integer', 9007199254740991, 9007199254740991],
  ['decimal', '0.10', '0.10'],
  ['decimal', '123456789012345678901234567890.5', '123456789012345678901234567890.5'],
  ['decimal', 3, '3'],
  ['boolean', false, false],
  ['date', '2024-02-29', '2024-02-29'],
  ['datetime', '2026-11-23T10:00:00+01:00', '2026-11-23T09:00:00.000Z'],
  ['time', '09:30', '09:30:00'],
  ['select', 'a', 'a', { options }],
  ['select', ['b', 'a', 'b'], ['b', 'a'], { options, many: true }],
  ['color', '#1F6FEB', '#1f6feb'],
  ['url', 'https://example.com/a?b#c', 'https://example.com/a?b#c'],
  ['email', 'mina@example.com', 'mina@example.com'],
  ['email', ' Mina@Example.com ', 'mina@example.com'],
  ['email', 'Jo\u0308rg@Müller.example', 'jörg@xn--mller-kva.example'],
  ['phone', '+49 (30) 123-456', '+4930123456'],
  ['json', { a: [1, null] }, { a: [1, null] }],
  ['json', [9007199254740991, 0.1], [9007199254740991, 0.1]],
  ['json', ['a', 'b'], ['a', 'b'], { schema: { items: { type: 'string' }, uniqueItems: true } }],
  ['json', 'https://x.de/a', 'https://x.de/a', { schema: { format: 'url' } }],
  ['json', { age: 3 }, { age: 3 }, { schema: { type: 'object', properties: { age: { type: 'integer' } } } }],
  ['location', { latitude: 45.3, longitude: -14 }, { latitude: 45.3, longitude: -14 }],
  ['media', { id, url: 'x' }, id],
  ['reference', id, id],
  ['category', [id], [id], { many: true }],
  ['group', { colour: 'red' }, { c: 'red' }, { component: seat.id }],
  ['group', [{ colour: 'a' }, { colour: 'a' }], [{ c: 'a' }, { c: 'a' }], { component: seat.id, many: true }],
  [
    'blocks',
    [{ id, type: 'seat', colour: 'red', count: 2 }],
    [{ id, type: seat.id, values: { c: 'red', n: 2 } }],
    { components: [seat.id] },
  ],
  ['code', 'a = 1\n', 'a = 1\n'],
]
const bad: [FieldKind, unknown, RegExp, object?][] = [
  ['text', 'One\nTwo', /single line/],
  ['text', 5, /text/],
  ['text', 'abc', /at most 2/, { maxLength: 2 }],
  ['text', 'abc', /pattern/, { pattern: '[0-9]+' }],
  ['text', `${'a'.repeat(400)}!`, /pattern/, { pattern: '(a+)+' }],
  ['text', 'c', /one of: a, b/, { oneOf: ['a', 'b'] }],
  ['long_text', 'a\u0001b', /Control/],
  ['slug', 'a b!', /letters and numbers/],
  ['rich_text', { type: 'doc', content: [{ type: 'nothing' }] }, /no part/],
  ['rich_text', doc, /not allow heading/, { blocks: ['table'] }],
  ['integer', 1.5, /whole/],
  ['integer', 2 ** 53, /whole/],
  ['integer', 5, /maximum is 4/, { max: 4 }],
  ['decimal', 0.1, /as text/],
  ['decimal', '1e5', /number/],
  ['decimal', '1,250', /can mean 1250 or 1\.250/],
  ['decimal', '1,5', /number/],
  ['decimal', '10.001', /at most 2 decimal/, { scale: 2 }],
  ['decimal', '0.3', /minimum is 0.30000000000000000001/, { min: '0.30000000000000000001' }],
  ['boolean', 'true', /yes or no/],
  ['date', '2023-02-29', /date/],
  ['datetime', '2026-11-23T10:00:00', /time/],
  ['time', '24:00', /time/],
  ['select', 'c', /one of: a, b/, { options }],
  ['color', 'red', /color/],
  ['url', 'javascript:alert(1)', /https/],
  ['url', 'https://user:pw@example.com', /https/],
  ['email', 'mina', /e-mail/],
  ['email', 'mi\u200bna@example.com', /e-mail/],
  ['phone', '030 123456', /country/],
  ['json', { age: 'x' }, /type/, { schema: { type: 'object', properties: { age: { type: 'integer' } } } }],
  ['json', [{ a: 1 }, { a: 1 }], /[Dd]uplicate/, { schema: { uniqueItems: true } }],
  ['json', `http://${'a'.repeat(60)} b`, /url/, { schema: { format: 'url' } }],
  ['json', 'file:///x', /url/, { schema: { format: 'url' } }],
  ['json', Array.from({ length: 7000 }, (_, n) => ({ a: [n] })), /too long/, { schema: { uniqueItems: true } }],
  ['json', Array(1000).fill(1), /too long/, { schema: { items: { allOf: Array(1000).fill({}) } } }],
  [
    'json',
    Array(1000).fill({ items: 1 }),
    /too long/,
    many({ dependentSchemas: { items: { allOf: Array(1000).fill({}) } } }),
  ],
  ['json', [1], /too long/, many({ $recursiveRef: '#' })],
  ['json', 'a\u0001', /Control/],
  ['json', JSON.parse('{"a":[{"id":9007199254740993}]}'), /9007199254740992 has too many digits.* as text/],
  ['json', JSON.parse('[1e400]'), /too many digits/],
  ['location', { latitude: 91, longitude: 0 }, /latitude/],
  ['media', 'x', /does not exist/],
  ['reference', { id: 'x' }, /does not exist/],
  ['group', { count: 1 }, /Fill in/, { component: seat.id }],
  ['group', { colour: 'a', size: 1 }, /fields are: colour, count/, { component: seat.id }],
  ['blocks', [{ type: 'sofa' }], /not allowed here/, { components: [seat.id] }],
  ['blocks', [{ type: 'seat', colour: 'red', count: 'x' }], /whole/, { components: [seat.id] }],
  ['code', 3, /text/],
  ['category', id.slice(1), /does not exist/],
]

test.each(good)('%s keeps %j as %j', (kind, value, kept, settings) => {
  expect(check(kind, value, settings)).toEqual({ value: kept })
})

test.each(bad)('%s refuses %j with %s', (kind, value, message, settings) => {
  expect(Object.values(check(kind, value, settings).faults ?? {})[0]).toMatch(message)
})

test('every kind has values that it keeps, and what it keeps it keeps again', () => {
  expect(fieldKinds.filter((kind) => !good.some(([tried]) => tried === kind))).toEqual([])
  const plain = good.filter(([kind, , kept]) => kept !== null && !ruleOf({ kind }).inner)
  for (const [kind, , kept, settings] of plain) expect(check(kind, kept, settings)).toEqual({ value: kept })
})

test('what is wrong is said in the words of the field, where it has some', () => {
  expect(checkValue(field('email', {}, { message: 'A work address' }), 'x', components)).toEqual({
    faults: { '': 'A work address' },
  })
})

describe('a value that becomes another kind', () => {
  test.each([
    ['text', '12', 'integer', 12, false],
    ['text', '12.0', 'integer', 12, true],
    ['text', '12.50', 'decimal', '12.50', false],
    ['integer', 3, 'text', '3', false],
    ['decimal', '3.00', 'integer', 3, true],
    ['text', 'yes', 'boolean', true, true],
    ['datetime', '2026-11-23T09:00:00.000Z', 'date', '2026-11-23', true],
    ['text', 'First', 'select', 'a', true],
    ['long_text', 'One\nTwo', 'text', 'One Two', true],
    ['rich_text', doc, 'markdown', 'Hi', true],
    [
      'markdown',
      'Hi',
      'rich_text',
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hi' }] }] },
      false,
    ],
    ['location', { latitude: 1, longitude: 2 }, 'text', '1, 2', false],
  ] as [FieldKind, unknown, FieldKind, unknown, boolean][])(
    '%s %j as %s is %j',
    (from, value, to, converted, isLossy) => {
      expect(convertValue(value, field(from), field(to, to === 'select' ? { options } : {}), components)).toEqual({
        value: converted,
        isLossy,
      })
    },
  )

  test.each([
    ['text', 'a dozen', 'integer'],
    ['text', '30.02.2026', 'date'],
    ['reference', id, 'text'],
  ] as [FieldKind, unknown, FieldKind][])('%s %j cannot be %s', (from, value, to) => {
    expect(convertValue(value, field(from), field(to), components)).toHaveProperty('reason')
  })
})

test('values that were common become those of each language, and the other way round those of the first', () => {
  const snapshot = { shared: { old: 'Common' }, languages: { en: { other: 'English' }, hr: { other: 'Hrvatski' } } }
  const before = (slot: string, localized: boolean) => ({
    slot,
    kind: 'text' as const,
    localized,
    settings: {},
    madeOf: null,
  })
  const nowLocalized = field('text', {}, { slot: 'a', localized: true, madeOf: before('old', false) })
  const nowCommon = field('text', {}, { slot: 'b', localized: false, madeOf: before('other', true) })
  const settled = (language: string) =>
    settleValues([nowLocalized, nowCommon], snapshot, { language, first: 'en' }, components)
  expect(settled('hr')).toEqual({ a: 'Common', b: 'English' })
  expect(settled('en')).toEqual({ a: 'Common', b: 'English' })
})
