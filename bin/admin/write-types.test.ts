import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeFormatDocs } from '#server/writing/documents/describe/write-format-docs.ts'
import { expectOfEach } from '#test/each-of.ts'
import { app, databaseUrl } from '#test/world.ts'
import { describeSchema, describeTypes } from './describe-database.ts'
import { quotaSentences } from './describe-quotas.ts'
import { withClient } from './owner-database.ts'
import { describeEndpoints, drawnPages } from './write-types.ts'

test('the types in the code are those that the migrations make', async () => {
  expect(await describeTypes(databaseUrl.owner)).toBe(readFileSync('database/types.ts', 'utf8'))
})

test('the schema that reviewers read is the one that the migrations make', async () => {
  expect(await withClient(databaseUrl.owner, describeSchema)).toBe(readFileSync('database/schema.sql', 'utf8'))
})

test('the catalog that reviewers read names every endpoint that is served, with what it asks', () => {
  expect(describeEndpoints(app.endpoints)).toBe(readFileSync('docs/endpoints.md', 'utf8'))
})

test('the page on the format of documents says what documents are checked against', () => {
  expect(writeFormatDocs()).toBe(readFileSync('docs/documents.md', 'utf8'))
})

test.each(Object.entries(drawnPages))('the parts of %s that are written from the code are up to date', (path, draw) => {
  const page = readFileSync(path, 'utf8')
  expect(draw(page)).toBe(page)
})

test('a refusal that says how much there may be says what is kept', async () => {
  await expectOfEach(
    quotaSentences.filter(({ text }) => /\d/.test(text)).map((one) => [one.code, one] as const),
    ({ most, text }) => {
      for (const number of text.match(/\d[\d,]*/g)!) expect(most).toContain(number)
    },
  )
})
