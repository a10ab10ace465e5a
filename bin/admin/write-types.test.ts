import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawFormat } from '#server/documents/describe/draw-format.ts'
import { app, databaseUrl } from '#test/world.ts'
import { describeEndpoints, drawScopes } from './describe-endpoints.ts'
import { describeSchema } from './describe-schema.ts'
import { describeTypes } from './describe-types.ts'
import { withClient } from './owner-database.ts'

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
  expect(drawFormat()).toBe(readFileSync('docs/documents.md', 'utf8'))
})

test('the docs name every scope that a key can have, with what it opens', () => {
  const page = readFileSync('docs/api.md', 'utf8')
  expect(drawScopes(page)).toBe(page)
})
