import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productVersion } from '#server/platform/database/migrations.ts'
import { expectOfEach } from './each-of.ts'

const changelog = readFileSync('CHANGELOG.md', 'utf8')
/** The heading and lines of each version, for example `0.11.0 (2026-11-30)`. `Unreleased` is left out. */
const versions = changelog
  .split(/^## /m)
  .slice(1)
  .map((section) => section.trim().split('\n'))
  .filter(([head]) => head !== 'Unreleased')
  .map(([head, ...lines]) => [head!, lines.filter((line) => line !== '')] as const)

test('the newest version of the changelog is the one that runs', () => {
  expect(versions[0]![0].split(' ')[0]).toBe(productVersion)
  expect(JSON.parse(readFileSync('package-lock.json', 'utf8')).version).toBe(productVersion)
})

test('each version has its day and at most 15 lines, one for each change', () =>
  expectOfEach([...versions], (lines) => {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThanOrEqual(15)
    expect(lines.filter((line) => !line.startsWith('- '))).toEqual([])
  }))

test('versions are listed from the newest to the oldest, each with its number and day', () => {
  const heads = versions.map(([head]) => /^0\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(head))
  const keys = heads.map((head) => head && `${head[3]} ${head[1]!.padStart(3, '0')}.${head[2]!.padStart(3, '0')}`)
  expect(keys).toEqual(keys.toSorted().reverse())
  expect(keys).not.toContain(null)
})
