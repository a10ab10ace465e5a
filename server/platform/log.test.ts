import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('the log tells which rule of the database was broken, and never the row that broke it', () => {
  const row = 'Failing row contains (ada@example.org, a secret text).'
  const error = Object.assign(new Error('violates check constraint "x"'), {
    ...{ code: '23514', table: 'messages', constraint: 'x', detail: row, where: row, input: row },
  })
  const told = describeError(error)
  expect(told).toMatchObject({ message: error.message, code: '23514', table: 'messages', constraint: 'x' })
  expect(JSON.stringify(told)).not.toContain('secret text')
})
