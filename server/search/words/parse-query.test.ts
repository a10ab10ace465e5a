import { describe, expect, test } from 'vitest'
import { formatQuery, parseQuery, type QueryNode, queryLimits } from '#contract/search/query.ts'
import { QueryError } from '#contract/search/query-keys.ts'
import { localRange, readTimeValue } from '#contract/search/query-times.ts'
import { ticketOrders, ticketQueryKeys } from '#contract/tickets/ticket-query.ts'

const parse = (text: string) => parseQuery(text, ticketQueryKeys, ticketOrders)
const canonical = (text: string) => formatQuery(parse(text))

function problemIn(text: string) {
  try {
    parse(text)
  } catch (error) {
    if (error instanceof QueryError) return error
    throw error
  }
  throw new Error(`No problem in ${text}`)
}

test.each([
  ['', ''],
  ['  refund   soon ', 'refund soon'],
  ['STATUS:Open  Assignee:me', 'status:open Assignee:me'.toLowerCase()],
  ['status!=solved,closed', '-status:solved,closed'],
  ['status:"On hold" status:on-hold', 'status:on_hold status:on_hold'],
  ['NOT (a b) -(c) --d', '-(a b) -c d'],
  ['(a OR b) c', '(a OR b) c'],
  ['a OR (b OR c) OR (d e)', 'a OR b OR c OR d e'],
  ['a AND b', 'a b'],
  ['tag:"needs reply",vip', 'tag:"needs reply",vip'],
  ['tag:“needs reply”', 'tag:"needs reply"'],
  [String.raw`"say \"hi\" \\ there"`, String.raw`"say \"hi\" \\ there"`],
  ['subject="A b" subject:x', 'subject="A b" subject:x'],
  ['type=question number=007', 'type:question number:7'],
  ['assignee:NONE type:any tag:"none"', 'assignee:none type:any tag:"none"'],
  ['created<3D created>=2026-11-27t09:30 updated:LAST_WEEK', 'created<3d created>=2026-11-27T09:30 updated:last_week'],
  ['order:-updated lamp', 'lamp order:-updated'],
  ['Re: the lamp (again)', 'Re: the lamp again'],
  ['https://x.example/?a=b 10:30 - a-b, or', 'https://x.example/?a=b 10:30 - a-b, or'],
])('%s is written as %s', (text, expected) => {
  expect(canonical(text)).toBe(expected)
  expect(canonical(expected)).toBe(expected)
})

test('a key with capitals keeps its spelling, however it was typed', () => {
  const keys = { 'customer.accountManager': { label: 'Account manager', type: 'text' } } as const
  for (const typed of ['customer.accountManager:Lin', 'CUSTOMER.accountmanager:Lin']) {
    const query = parseQuery(typed, keys)
    expect(formatQuery(query)).toBe('customer.accountManager:Lin')
    expect(query.node).toMatchObject({ key: 'customer.accountManager' })
  }
})

describe('a mistake is named with its place and what is valid there', () => {
  test.each([
    ['lamp foo:bar', 'foo', expect.arrayContaining(['status', 'tag'])],
    ['tag:a AND', 'AND', []],
    ['AND tag:a', 'AND', []],
    ['a AND AND b', 'AND', []],
    ['(a AND) b', 'AND', []],
    ['a AND OR b', 'AND', []],
    ['OR tag:a', 'OR', []],
    ['(a OR) b', 'OR', []],
    ['status:opne', 'opne', expect.arrayContaining(['open', 'on_hold'])],
    ['assignee:me type:bug', 'bug', expect.arrayContaining(['incident', 'none'])],
    ['priority:none', 'none', ['low', 'normal', 'high', 'urgent']],
    ['tag>vip', 'tag>', ['tag:']],
    ['created:3d', 'created:3d', ['created<3d', 'created>3d']],
    ['created:2026-02-30', '2026-02-30', expect.arrayContaining(['today', '3d'])],
    ['due<none', 'due<none', ['due:none', 'due:any']],
    ['number:many', 'many', []],
    ['a "b', '"', []],
    ['(a', '(', []],
    ['a)', ')', []],
    ['a ()', '()', []],
    ['a OR', 'OR', []],
    ['a OR OR b', 'OR', []],
    ['a NOT', 'NOT', []],
    ['tag:', 'tag:', ['tag:none', 'tag:any']],
    ['lamp priority>', 'priority>', ['priority>low', 'priority>normal', 'priority>high', 'priority>urgent']],
    ['tag:a,', ',', []],
    ['order:size', 'order:size', expect.arrayContaining(['order:waiting', 'order:-waiting'])],
    ['order:number order:-number', 'order:-number', []],
    ['-order:number', '-order:number', []],
  ])('%s', (text, place, choices) => {
    const problem = problemIn(text)
    expect(text.slice(problem.position, problem.position + problem.length)).toBe(place)
    expect(problem.choices).toEqual(choices)
    expect(problem.message).toMatch(/^["A-Z].{8,}/)
  })

  test('and so are too many characters, conditions and brackets', () => {
    const { characters, conditions, depth } = queryLimits
    expect(problemIn('a'.repeat(characters + 1))).toMatchObject({ position: characters, length: 1 })
    const many = Array.from({ length: conditions }, () => 'tag:a').join(' ')
    expect(canonical(many)).toBe(many)
    expect(problemIn(`${many} tag:b`)).toMatchObject({ position: many.length + 1, length: 5 })
    expect(canonical(`${'('.repeat(depth)}a${')'.repeat(depth)}`)).toBe('a')
    expect(problemIn(`${'('.repeat(depth + 1)}a${')'.repeat(depth + 1)}`)).toMatchObject({ position: depth, length: 1 })
  })
})

const pieces = [
  ...['status', 'priority', 'tag', 'created', 'is', 'foo', 'order', 'subject', 'number', ':', '=', '<', '>=', '!='],
  ...['-', ' ', ' ', ' ', '(', ')', '"', '“', '\\', ',', 'OR', 'NOT', 'AND', 'a', 'ö', 'Ω', '👍', 'open', 'high', '3d'],
  ...['2026-11-27', 'none', 'today', 'spam', '-updated', '\t', '//', "'"],
]
const pick = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)]!
const withoutPlaces = (value: unknown) =>
  JSON.stringify(value, (name, inner) => (name === 'position' || name === 'length' ? undefined : inner))

test('of 10,000 random texts each parses to the query that its canonical text has, or names a place in it', () => {
  let parsed = 0
  for (let turn = 0; turn < 10_000; turn += 1) {
    const text = Array.from({ length: Math.floor(Math.random() * 14) }, () => pick(pieces)).join(pick(['', ' ']))
    try {
      const query = parse(text)
      const written = formatQuery(query)
      expect(withoutPlaces(parse(written)), text).toBe(withoutPlaces(query))
      expect(formatQuery(parse(written)), text).toBe(written)
      parsed += 1
    } catch (error) {
      if (!(error instanceof QueryError)) throw error
      expect(error.length, text).toBeGreaterThan(0)
      expect(error.position + error.length, text).toBeLessThanOrEqual(text.length)
    }
  }
  expect(parsed).toBeGreaterThan(1000)
})

test('each condition and word has its place in the text', () => {
  const text = 'status:open  (tag:"a b",c OR -lamp) "blue lamp"'
  const places: string[] = []
  const visit = (node: QueryNode) => {
    if (node.kind === 'not') visit(node.part)
    else if (node.kind === 'and' || node.kind === 'or') node.parts.forEach(visit)
    else places.push(text.slice(node.position, node.position + node.length))
  }
  visit(parse(text).node)
  expect(places).toEqual(['status:open', 'tag:"a b",c', 'lamp', '"blue lamp"'])
})

test.each([
  ['today', '2026-11-30T00:00', '2026-12-01T00:00'],
  ['yesterday', '2026-11-29T00:00', '2026-11-30T00:00'],
  ['tomorrow', '2026-12-01T00:00', '2026-12-02T00:00'],
  ['monday', '2026-11-30T00:00', '2026-12-01T00:00'],
  ['tuesday', '2026-11-24T00:00', '2026-11-25T00:00'],
  ['sunday', '2026-11-29T00:00', '2026-11-30T00:00'],
  ['this_week', '2026-11-30T00:00', '2026-12-07T00:00'],
  ['last_week', '2026-11-23T00:00', '2026-11-30T00:00'],
  ['next_month', '2026-12-01T00:00', '2027-01-01T00:00'],
  ['last_month', '2026-10-01T00:00', '2026-11-01T00:00'],
  ['this_year', '2026-01-01T00:00', '2027-01-01T00:00'],
  ['2024-02-29', '2024-02-29T00:00', '2024-03-01T00:00'],
  ['2026-12-31T23:59', '2026-12-31T23:59', '2027-01-01T00:00'],
])('%s is from %s to %s, on a Monday', (text, from, to) => {
  const time = readTimeValue(text)!
  expect(time.kind === 'span' ? null : localRange(time, '2026-11-30')).toEqual({ from, to })
})

test.each([
  '2026-02-30',
  '2026-13-01',
  '0000-01-01',
  '9999-12-31',
  '2026-11-27T24:00',
  '3y',
  'soon',
  '12345d',
  '2026-11',
])('%s is no time', (text) => expect(readTimeValue(text)).toBeNull())
