import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createLog, describeError } from './log.ts'

test('the log tells which rule of the database was broken, and never the row that broke it', () => {
  const row = 'Failing row contains (ada@example.org, a secret text).'
  const error = Object.assign(new Error('violates check constraint "x"'), {
    code: '23514',
    table: 'messages',
    constraint: 'x',
    detail: row,
    where: row,
    input: row,
  })
  const told = describeError(error)
  expect(told).toMatchObject({ message: error.message, code: '23514', table: 'messages', constraint: 'x' })
  expect(JSON.stringify(told)).not.toContain('secret text')
})

const newFile = () => join(mkdtempSync(join(tmpdir(), 'startup-tools-log-')), 'server.log')

test('a log in a file has short lines, and errors are at the terminal as well', () => {
  const file = newFile()
  const terminal = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const log = createLog('info', file)
  log.info({ route: '/healthz' }, 'answered')
  log.error({ err: new Error('broken') }, 'request failed')
  const shown = terminal.mock.calls.map(([text]) => text).join('')
  terminal.mockRestore()
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z info answered route=\/healthz$/)
  expect(lines[1]).toMatch(/Z error request failed$/)
  expect(shown).toMatch(/^[\d:]{8} error request failed\nError: broken\n/)
})

test('a log file that reached 10 MB is put aside, and a new one is begun', () => {
  const file = newFile()
  writeFileSync(file, 'before\n')
  truncateSync(file, 10_000_000)
  createLog('info', file).info('after')
  expect(readFileSync(`${file}.1`, 'utf8')).toMatch(/^before\n/)
  expect(readFileSync(file, 'utf8')).toMatch(/Z info after\n$/)
})
