import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changeCustomer, listCustomers } from '#contract/workspace/customers.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as } from '#test/ask.ts'
import { globex, makeWorkspace, owner, platform } from '#test/world.ts'
import { findOrCreateCustomer } from './customer-accounts.ts'

const place = await makeWorkspace('searched', 'Searched', ['Una', 'Uwe', 'Udo', 'Ugo'])

const known = (name: string, email: string, workspaceId = place.id) =>
  inWorkspace(platform.app, workspaceId, (tx) => findOrCreateCustomer(tx, { email, name }))

const rosa = await known('Rosa Delgado', 'rosa.delgado@coffee.example')
const bjoern = await known('Björn Müller-Lüdenscheidt', 'bm@büro.example')
const keiko = await known('田中恵子', 'keiko@tokyo.example')
const zoe = await known('ZOË O’Neill', 'zoe_99@coffee.example')

async function found(q: string, person = place.agent): Promise<string[]> {
  const { items } = await as(person)(listCustomers, { query: { q } })
  return items.map(({ id }) => id)
}

describe('a customer is found', () => {
  test.each(['Rosa', 'rosa', 'ROSA', 'delgado', 'Rosa Delgado', 'Delgado, Rosa', '  rosa  '])(
    'by the name, as %j',
    async (q) => {
      expect(await found(q)).toEqual([rosa.id])
    },
  )

  test.each(['rosa.delgado@coffee.example', 'ROSA.DELGADO@COFFEE.EXAMPLE', 'delgado@coffee', 'rosa coffee'])(
    'by the address, as %j',
    async (q) => {
      expect(await found(q)).toEqual([rosa.id])
    },
  )

  test.each(['ro', 'del', 'rosa delg', 'rosa.del'])('by the beginning %j of the last word', async (q) => {
    expect(await found(q)).toEqual([rosa.id])
  })

  test.each(['Björn', 'bjorn', 'BJÖRN', 'Bjo\u0308rn', 'muller ludenscheidt', 'büro', 'buro'])(
    'with or without the marks on letters, as %j',
    async (q) => {
      expect(await found(q)).toEqual([bjoern.id])
    },
  )

  test.each(['田中', '恵', '田中恵子', 'keiko'])('in a writing without spaces, by %j', async (q) => {
    expect(await found(q)).toEqual([keiko.id])
  })

  test('by each part of a name with an apostrophe or an address with a line', async () => {
    expect([await found('zoe'), await found("o'neill"), await found('99')]).toEqual([[zoe.id], [zoe.id], [zoe.id]])
  })

  test('together with everybody else the words fit, newest first', async () => {
    expect(await found('coffee')).toEqual([zoe.id, rosa.id])
  })
})

describe('nobody is found', () => {
  test.each(['delgado rosas', 'osa', 'osa delgado', 'rosa müller', 'nobody'])('by %j', async (q) => {
    expect(await found(q)).toEqual([])
  })

  test('by a beginning that is not the last word', async () => {
    expect(await found('ros delgado')).toEqual([])
  })

  test.each(["rosa' or '1'='1", 'rosa:* | coffee', "'); drop table customers; --", 'nothing & !rosa', '<-> rosa (('])(
    'more than the words of %j say',
    async (q) => {
      expect(await found(q)).not.toContain(bjoern.id)
      expect(await found('rosa')).toEqual([rosa.id])
    },
  )

  test('of another workspace, whatever the words are', async () => {
    const theirs = await known('Xaver Unmistakable', 'xaver@globex-customer.example', globex.id)
    expect(await found('unmistakable')).toEqual([])
    expect(await found('xaver@globex-customer.example')).toEqual([])
    expect(await found('unmistakable', globex.agent)).toEqual([theirs.id])
  })
})

describe('a name that changes', () => {
  test('is found from then on, and the old one no longer', async () => {
    const { id } = await known('Vera Oldname', 'vera@change.example')
    await as(place.agent)(changeCustomer, { params: { id }, body: { name: 'Vera Newname' } })
    expect([await found('oldname'), await found('newname'), await found('vera@change.example')]).toEqual([
      [],
      [id],
      [id],
    ])
  })

  test('keeps the address as a word when it is taken away', async () => {
    const { id } = await known('Wim Nameless', 'wim@nameless.example')
    await as(place.agent)(changeCustomer, { params: { id }, body: { name: '' } })
    expect(await found('wim@nameless.example')).toEqual([id])
  })
})

test('what a search finds is read page by page, customers of one instant too', async () => {
  const word = `w${randomUUID().slice(0, 8)}`
  const many = await Promise.all([1, 2, 3].map((at) => known(`${word} ${at}`, `${word}-${at}@page.example`)))
  const ids = many.map(({ id }) => id)
  await owner.query('update customers set created_at = $2 where id = any($1)', [ids, '2026-02-02T00:00:00.000001Z'])
  const first = await as(place.agent)(listCustomers, { query: { q: word, limit: 2 } })
  const second = await as(place.agent)(listCustomers, { query: { q: word, limit: 2, cursor: first.next! } })
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.sort().reverse())
  expect([first.items.length, second.next]).toEqual([2, null])
})
