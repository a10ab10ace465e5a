import { expect, test, vi } from 'vitest'
import { isLiveReading, partsHref, readParts, type Touches, touchedBy } from './parts.ts'

const page = 'http://acme.test/service/tickets?view=mine'
const requestOf = (url: string, accept = '*/*') => new Request(url, { headers: { accept } })
const readers = () => ({ rows: vi.fn(async () => ['a row']), members: vi.fn(async () => ['a member']) })

test('a page reads all of its parts', async () => {
  expect(await readParts(requestOf(page, 'text/html'), readers())).toEqual({ rows: ['a row'], members: ['a member'] })
})

test('a live reading reads what it asks for, and what a page does not have is nothing', async () => {
  const { rows, members } = readers()
  expect(await readParts(requestOf(`${page}&part=rows&part=toString`), { rows, members })).toEqual({ rows: ['a row'] })
  expect(members).not.toHaveBeenCalled()
})

test('whoever comes by the address of a live reading is led to the page, and nothing is read', async () => {
  const { rows, members } = readers()
  const led = await readParts(requestOf(`${page}&part=rows`, 'text/html'), { rows, members }).catch((thrown) => thrown)
  expect(led.headers.get('location')).toBe('/service/tickets?view=mine')
  expect([rows, members].map(({ mock }) => mock.calls)).toEqual([[], []])
})

test('a part that fails fails the reading', async () => {
  const failing = { rows: () => Promise.reject(new Error('gone')) }
  await expect(readParts(requestOf(page), failing)).rejects.toThrow('gone')
})

test('the address of a live reading keeps what the page was asked for', () => {
  const href = partsHref({ pathname: '/service/tickets', search: '?view=mine&q=a%26b' }, ['rows', 'views'])
  expect(href).toBe('/service/tickets?view=mine&q=a%26b&part=rows&part=views')
  expect([`http://acme.test${href}`, page].map((url) => isLiveReading(requestOf(url)))).toEqual([true, false])
})

test('the most exact line of the table counts', () => {
  const table: Touches<'rows' | 'views'> = {
    'status.changed': ['views'],
    '*.changed': ['rows'],
    'mail.*': [],
    'subject.changed': 'page',
    otherwise: ['rows', 'views'],
  }
  const types = ['status.changed', 'priority.changed', 'mail.failed', 'subject.changed', 'ticket.created', 'unknown']
  expect(types.map((type) => touchedBy(table, type))).toEqual([
    ['views'],
    ['rows'],
    [],
    'page',
    ['rows', 'views'],
    ['rows', 'views'],
  ])
})
