import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { acme, platform } from '#test/world.ts'

const ask = async (tx: Transaction, text: string) => (await sql<{ answer: number }>`${sql.raw(text)}`.execute(tx)).rows
const preparedOn = async (tx: Transaction, like: string): Promise<number> =>
  (await tx.client.query('select count(*)::int as count from pg_prepared_statements where statement like $1', [like]))
    .rows[0].count
const inAcme = <T>(work: (tx: Transaction) => Promise<T>) => inWorkspace(platform.app, acme.id, work)

async function askAll(tx: Transaction, texts: string[]) {
  for (const text of texts) await ask(tx, text)
}
const textsOf = (word: string) => Array.from({ length: 400 }, (_, at) => `select ${at} as answer /* ${word} */`)

test('a statement is prepared from the second time on that it is asked', async () => {
  const text = 'select 1 as answer /* second time */'
  await inAcme(async (tx) => {
    await ask(tx, text)
    expect(await preparedOn(tx, text)).toBe(0)
    await ask(tx, text)
    expect(await preparedOn(tx, text)).toBe(1)
    await ask(tx, text)
    expect(await preparedOn(tx, text)).toBe(1)
  })
})

test('one that is as long as many rows make it is prepared never', async () => {
  const text = `select 1 as answer /* ${'row, '.repeat(5000)} */`
  await inAcme(async (tx) => {
    await askAll(tx, [text, text, text])
    expect(await preparedOn(tx, '%row, row%')).toBe(0)
  })
})

test('a connection keeps three hundred at most, and what it forgot it answers as before', async () => {
  const texts = textsOf('many')
  await inAcme(async (tx) => {
    await askAll(tx, [...texts, ...texts])
    expect(await preparedOn(tx, '%')).toBe(300)
    expect(await preparedOn(tx, texts[0]!)).toBe(0)
    expect(await ask(tx, texts[0]!)).toEqual([{ answer: 0 }])
    expect(await ask(tx, texts[399]!)).toEqual([{ answer: 399 }])
    expect(await preparedOn(tx, texts[0]!)).toBe(1)
    expect(await preparedOn(tx, '%')).toBe(300)
  })
})

test('a statement that never could be prepared spoils no transaction that comes later', async () => {
  const [wrong, texts] = ['select nothing from nowhere', textsOf('later')]
  const client = await inAcme(async (tx) => tx.client)
  await expect(inAcme((tx) => ask(tx, wrong))).rejects.toThrow('nowhere')
  await expect(inAcme((tx) => ask(tx, wrong))).rejects.toThrow('nowhere')
  await inAcme(async (tx) => {
    expect(tx.client).toBe(client)
    await askAll(tx, [...texts, ...texts])
    expect(await ask(tx, texts[7]!)).toEqual([{ answer: 7 }])
  })
})
