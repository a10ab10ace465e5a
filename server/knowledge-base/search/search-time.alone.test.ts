import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { searchArticles, suggestArticles } from '#contract/knowledge-base/search.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { ask } from '#test/ask.ts'
import { acme, owner, platform, settings } from '#test/world.ts'
import { beginSearch } from './queries/search.ts'

// Makes the search function take four seconds. This exceeds the time limit of searches, but not the limit of other
// statements.
beforeAll(async () => {
  await owner.query(`
    create or replace function search_words(wanted text, dictionary regdictionary, asked text[], raw text[], like_keys integer[], beginnings text[])
      returns table (kind text, asked_word text, word text, texts integer)
      stable security definer rows 100 language plpgsql set search_path = app, pg_temp as $$
    begin
      perform pg_sleep(4);
    end $$`)
})

const stopped = { status: 503, code: 'took-too-long', detail: expect.stringMatching(/^This took too long/) }

test('a search that takes too long is stopped, and its asker is told so', async () => {
  const host = `${acme.domain}.${settings.rootDomain}`
  const answer = await ask(null, searchArticles, { query: { q: 'wombat' } }, { host })
  expect(answer.json()).toMatchObject(stopped)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('suggestions that take too long are stopped as well', async () => {
  const answer = await ask(acme.customer, suggestArticles, { body: { text: 'My wombat' } })
  expect(answer.json()).toMatchObject(stopped)
})

test('what else is asked has the time that everything has', async () => {
  const limitOf = async (tx: WorkspaceTx) =>
    (await sql<{ statementTimeout: string }>`show statement_timeout`.execute(tx)).rows[0]!.statementTimeout
  const before = await inWorkspace(platform.app, acme.id, limitOf)
  const within = await inWorkspace(platform.app, acme.id, async (tx) => {
    await beginSearch(tx)
    return limitOf(tx)
  })
  expect(within).toBe('2s')
  expect(before).not.toBe(within)
  for (let turn = 0; turn < 20; turn += 1) expect(await inWorkspace(platform.app, acme.id, limitOf)).toBe(before)
})
