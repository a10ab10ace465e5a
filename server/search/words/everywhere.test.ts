import { beforeAll, describe, expect, test } from 'vitest'
import { listContent } from '#contract/content/delivery.ts'
import { listEntries } from '#contract/content/entries.ts'
import { changeMedia, listMedia } from '#contract/content/media.ts'
import { listArticles } from '#contract/knowledge-base/articles.ts'
import { createRedirect, listRedirects } from '#contract/knowledge-base/redirects.ts'
import { searchArticles } from '#contract/knowledge-base/search.ts'
import { listTickets } from '#contract/tickets/tickets.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { findOrCreateCustomer } from '#server/workspace/customers/customer-accounts.ts'
import { as } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newLiveArticle, paragraphs } from '#test/new-article.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newMedia } from '#test/new-media.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, newMember, owner, platform, settings } from '#test/world.ts'
import { fold, spellings } from './fold.ts'
import { searchVector } from './search-words.ts'

/** Each row has a written word, followed by search words that must find it. */
const words: [written: string, ...asked: string[]][] = [
  ['Größe', 'größe', 'GRÖSSE', 'grosse', 'groesse', 'Gro\u0308ße'],
  ['Muellerhof', 'Müllerhof', 'muellerhof'],
  ['Łódź', 'lodz', 'łódź', 'ŁÓDŹ'],
  ['Smørrebrød', 'smorrebrod', 'smoerrebroed', 'SMØRREBRØD'],
  ['Håkon', 'hakon', 'haakon'],
  ['Đorđević', 'dordevic'],
  ['Cæsar', 'caesar'],
  ['Œuvre', 'oeuvre'],
  ['Iğdır', 'igdir', 'IĞDIR', 'ığdır'],
  ['İzmir', 'izmir', 'İZMİR', 'IZMIR'],
  ['O’Brien', 'obrien', "o'brien", 'O’BRIEN', 'brien'],
  ["D'Artagnan", 'dartagnan', 'd’artagnan', 'artagnan'],
  ['Þórgerður', 'thorgerdur', 'þórgerður'],
  ['Kaŋur', 'kanur'],
  ['Ħamrun', 'hamrun'],
  ['Ĳsselmeer', 'ijsselmeer', 'ĲSSELMEER'],
  ['Ａｌｐｈａ２０２６', 'alpha2026', 'ＡＬＰＨＡ２０２６'],
  ['Cafe\u0301teria', 'cafétéria', 'cafeteria', 'CAFÉTERIA'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς', 'Οδυσσεύς', 'οδυσσευσ'],
  ['Ёлочка', 'елочка', 'ёлочка', 'ЁЛОЧКА'],
  ['كتـــابة', 'كتابة', 'كِتَابَة'],
  ['שָׁלוֹם', 'שלום'],
  ['ガラス', 'カ\u3099ラス'],
  ['किताब', 'किताब'],
  ['Gieß\u00adkanne', 'giesskanne', 'gießkanne'],
]

const asAdmin = as(acme.admin)
const host = `${acme.domain}.${settings.rootDomain}`
const model = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'text', kind: 'long_text', searchable: true },
  ],
})
const idsIn = async (listed: Promise<{ items: { id: string }[] }>) => (await listed).items.map(({ id }) => id)
const articleOf = (written: string) => newLiveArticle({ title: `Title ${written}` })

type SearchPlace = {
  /** Stores a text in this place, and returns the id of the item that contains the text. */
  plant(written: string): Promise<string>
  find(q: string): Promise<string[]>
}
const places: Record<string, SearchPlace> = {
  'tickets, by subject': {
    plant: async (written) => (await newTicket(acme, { subject: written })).id,
    find: (q) => idsIn(as(acme.agent)(listTickets, { query: { q, view: 'all' } })),
  },
  'tickets, by message, for their customer': {
    plant: async (written) => (await newTicket(acme, { text: `It says ${written}, here.` })).id,
    find: (q) => idsIn(as(acme.customer)(listTickets, { query: { q } })),
  },
  customers: {
    plant: async (written) => {
      const email = written.includes('@') ? written : `${crypto.randomUUID()}@written.test`
      return (await inWorkspace(platform.app, acme.id, (tx) => findOrCreateCustomer(tx, { email, name: written }))).id
    },
    find: (q) => idsIn(as(acme.agent)(listCustomers, { query: { q } })),
  },
  members: {
    plant: async (written) => {
      const { id } = await newMember(acme, 'Somebody')
      await owner.query('update members set name = $2 where id = $1', [id, written])
      return id
    },
    find: (q) => idsIn(as(acme.agent)(listMembers, { query: { q } })),
  },
  'articles, by title': {
    plant: async (written) => (await articleOf(written)).id,
    find: (q) => idsIn(asAdmin(listArticles, { query: { q, limit: 100 } })),
  },
  'articles, by text': {
    plant: async (written) =>
      (await newLiveArticle({ title: 'Text', document: paragraphs('Before.', `It says ${written}, here.`) })).id,
    find: (q) => idsIn(asAdmin(listArticles, { query: { q, limit: 100 } })),
  },
  'the help centre': {
    plant: async (written) => (await articleOf(written)).id,
    find: (q) => idsIn(as(null)(searchArticles, { query: { q } }, { host })),
  },
  redirects: {
    plant: async (written) => {
      const { id: article } = await articleOf(written)
      return (await asAdmin(createRedirect, { body: { path: `/old/${article}`, article } })).id
    },
    find: (q) => idsIn(asAdmin(listRedirects, { query: { q } })),
  },
  'entries, by title': {
    plant: async (written) => (await newLiveEntry(model, { title: written })).id,
    find: (q) => idsIn(as(acme.agent)(listEntries, { query: { q, model: model.key } })),
  },
  'entries, by a field': {
    plant: async (written) => (await newLiveEntry(model, { title: 'Field', text: `It says ${written}, here.` })).id,
    find: (q) => idsIn(as(acme.agent)(listEntries, { query: { q, model: model.key } })),
  },
  'delivered entries': {
    plant: async (written) => (await newLiveEntry(model, { title: 'Delivered', text: `It says ${written}, here.` })).id,
    find: (q) =>
      idsIn(
        as(null)(
          listContent,
          { params: { model: model.pluralKey }, query: { 'filter[text][search]': q, limit: '100' } },
          { host },
        ),
      ),
  },
  media: {
    plant: async (written) => {
      const { id } = await newMedia()
      await as(acme.agent)(changeMedia, { params: { id }, body: { caption: { en: written } } })
      return id
    },
    find: (q) => idsIn(as(acme.agent)(listMedia, { query: { q } })),
  },
}

describe('the same words find the same in every place', () => {
  test.each(Object.entries(places))('%s', async (_, { plant, find }) => {
    const planted: [string, string][] = []
    for (const [written, ...asked] of words) {
      const id = await plant(written)
      planted.push(...[written, ...asked].map((q): [string, string] => [q, id]))
    }
    await expectOfEach(
      planted.map(([q, id]) => [q, { q, id }] as const),
      async ({ q, id }) => expect(await find(q)).toContain(id),
    )
  })
})

const { 'the help centre': _, redirects: __, ...addressed } = places

describe('an address of mail finds itself, and not its words', () => {
  test.each(Object.entries(addressed))('%s', async (place, { plant, find }) => {
    const domain = `${place.replace(/\W/g, '')}.example`
    const id = await plant(`same@${domain}`)
    for (const other of [
      `${domain}.same@example.example`,
      `same ${domain}`,
      `not-same@${domain}`,
      `same@${domain}.org`,
    ])
      await plant(other)
    expect([await find(`same@${domain}`), await find(`SAME@${domain}`)]).toEqual([[id], [id]])
  })

  test.each(Object.entries(addressed))(
    '%s, in all scripts and in either form of the domain',
    async (place, { plant, find }) => {
      const domain = `${place.replace(/\W/g, '')}.example`
      const ids = [await plant(`jörg@müller.${domain}`), await plant(`anna@müller.${domain}`)].sort()
      for (const other of [`jörg müller.${domain}`, `jürgen@müller.${domain}`, `jörg@meier.${domain}`])
        await plant(other)
      const asked = (name: string) => [`${name}@müller.${domain}`, `${name.toUpperCase()}@xn--mller-kva.${domain}`]
      const found = await Promise.all([...asked('jörg'), ...asked('anna')].map(find))
      expect(found.map((each) => each.length)).toEqual([1, 1, 1, 1])
      expect([...new Set(found.flat())].sort()).toEqual(ids)
    },
  )
})

describe('a search of delivered entries', () => {
  const { plant, find } = places['delivered entries']!
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    ids.late = await plant('a late Müller order')
    ids.early = await plant('an early Müller delivery')
    ids.price = await plant('costs 3.14, e-mail us')
  })

  test.each([
    ['mueller order', ['late']],
    ['mueller -order', ['early']],
    ['-mueller costs', ['price']],
    ['order or delivery', ['early', 'late']],
    ['"late mueller order"', []],
    ['"late müller order"', ['late']],
    ['"order late"', []],
    ['3.14', ['price']],
    ['e-mail', ['price']],
    ['or', []],
    ['"', []],
    ["' | & ! <-> (", []],
  ])('%s', async (q, wanted) => {
    const found = new Set(await find(q))
    expect(
      Object.keys(ids)
        .filter((name) => found.has(ids[name]!))
        .toSorted(),
    ).toEqual(wanted)
  })
})

test('the help centre marks the letters that were found', async () => {
  await newLiveArticle({ title: 'The Würgauer Straße of O’Malley' })
  const marked = async (q: string) => {
    const { items } = await as(null)(searchArticles, { query: { q } }, { host })
    const { title, marks } = items.find((one) => one.title.startsWith('The W'))!
    return marks.title.map(([from, to]) => title.slice(from, to))
  }
  expect([await marked('wuergauer'), await marked('strasse'), await marked('omalley')]).toEqual([
    ['Würgauer'],
    ['Straße'],
    ['O', 'Malley'],
  ])
})

/** Letters up to U+1C80. All Unicode versions that a database may use contain these letters. */
const letters = Array.from({ length: 0x1c80 }, (_letter, code) => String.fromCodePoint(code + 1)).filter((letter) =>
  /[\p{L}\p{N}]/u.test(letter),
)

test('the server and the database fold each letter alike', async () => {
  const { rows } = await owner.query<{ letter: string; folded: string }>(
    'select letter, fold(letter) as folded from unnest($1::text[]) as letter',
    [letters],
  )
  expect(rows.filter(({ letter, folded }) => folded !== fold(letter))).toEqual([])
})

test('the server and the database find the same words', async () => {
  const mixed =
    "Ask <Same.Name@x.example>, o'b@x.example;\nor „Jörg@Müller.example“ (jo\u0308rg.x@x.example), 用户@例子.example。почта@пример.рф; 東京タワーへ 50% #4711 a_b “c” foo😀bar ½"
  await expectOfEach(
    [...words.flat(), mixed].map((text) => [text, text] as const),
    async (text) => {
      const { rows } = await owner.query(
        `select spellings($1) as spelled, tsvector_to_array(words_of($1)) as words, tsvector_to_array($2::tsvector) as indexed`,
        [text, searchVector(text)],
      )
      const [{ spelled, words: found, indexed }] = rows
      expect(spelled).toBe(spellings(text))
      expect(found).toEqual(indexed)
    },
  )
})
