import { describe, expect, test } from 'vitest'
import { readCursor, readIdCursor, writeCursor, writeIdCursor } from './cursor.ts'

const id = '01890000-0000-7000-8000-000000000000'
const encoded = (text: string) => Buffer.from(text).toString('base64url')
const json = (value: unknown) => encoded(JSON.stringify(value))

describe('a cursor', () => {
  test.each(['2026-01-02 03:04:05+00', '2026-01-02 03:04:05.6+00', '2026-01-02 03:04:05.123456+00', 'infinity'])(
    'at %s is read as it was written',
    (key) => {
      expect(readCursor(writeCursor({ key, id }))).toEqual({ key, id })
    },
  )

  test('at an id is read as it was written', () => {
    expect(readIdCursor(writeIdCursor(id))).toBe(id)
  })

  test('goes into an address as it is', () => {
    const written = [writeCursor({ key: 'infinity', id }), writeIdCursor(id)]
    expect(written.map(encodeURIComponent)).toEqual(written)
  })

  test('that is missing begins at the beginning', () => {
    expect([readCursor(undefined), readIdCursor(undefined)]).toEqual([undefined, undefined])
  })
})

describe('a cursor that no list gave is refused by name', () => {
  const refusal = expect.objectContaining({ code: 'invalid', fields: { cursor: expect.any(String) } })

  test.each([
    '',
    '%',
    encoded('{'),
    json(null),
    json([]),
    json({ key: '2026-01-02 03:04:05+00' }),
    json({ key: '2026-01-02T03:04:05Z', id }),
    json({ key: '2026-01-02 03:04:05+02', id }),
    json({ key: '-infinity', id }),
    json({ key: "now()'; --", id }),
    json({ key: 'infinity', id: 'x' }),
    json({ key: 'infinity', id, more: 1 }),
  ])('where a time and an id are wanted: %j', (written) => {
    expect(() => readCursor(written)).toThrow(refusal)
  })

  test.each(['', json(1), json('x'), json(`${id}' or true`), json([id])])('where an id is wanted: %j', (written) => {
    expect(() => readIdCursor(written)).toThrow(refusal)
  })
})
