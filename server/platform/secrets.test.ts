import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets } from './secrets.ts'

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'startup-tools-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('the first start makes secrets that only the owner can read, and later starts keep them', () => {
  const folder = join(newFolder(), 'data')
  const secrets = loadSecrets(folder)

  expect(loadSecrets(folder)).toEqual(secrets)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect(secrets.jwtKey).not.toBe(secrets.sealKey)
  expect(Buffer.from(secrets.jwtKey, 'base64url')).toHaveLength(32)
})

test('a secret that a newer version adds joins the file without touching the others', () => {
  const folder = newFolder()
  const { sealKey: _, ...older } = loadSecrets(folder)
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify(older))

  const secrets = loadSecrets(folder)
  expect(secrets).toMatchObject(older)
  expect(JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))).toEqual(secrets)
})

test.each([
  ['short', 'abc'],
  ['a sample', 'changeme'.repeat(6).slice(0, 43)],
])('a secret that is %s stops the start', (_, jwtKey) => {
  const folder = newFolder()
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ...loadSecrets(folder), jwtKey }))

  expect(() => loadSecrets(folder)).toThrow(/its jwtKey is not what this server made/)
})

test('a half-written file stops the start instead of being replaced', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'secrets.json'), '{"jwtKey":')

  expect(() => loadSecrets(folder)).toThrow(/restore it from a backup/)
})

test('a database without its secrets stops the start', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'postgres'), '')

  expect(() => loadSecrets(folder)).toThrow(/secrets.json is missing/)
})

test('a data folder that is a file stops the start with a sentence', () => {
  const file = join(newFolder(), 'data')
  writeFileSync(file, '')

  expect(() => loadSecrets(file)).toThrow(/can't be written to \(EEXIST\)/)
})
