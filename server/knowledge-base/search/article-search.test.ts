import { describe, expect, test } from 'vitest'
import {
  archiveArticle,
  changeArticle,
  deleteArticle,
  publishArticle,
  unpublishArticle,
  writeTranslation,
} from '#contract/knowledge-base/articles.ts'
import { changeCategory, changeLanguages, createCategory, deleteCategory } from '#contract/knowledge-base/categories.ts'
import { searchArticles, suggestArticles } from '#contract/knowledge-base/search.ts'
import { readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { listPostings } from '#server/knowledge-base/search/queries/search.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle, paragraphs } from '#test/new-article.ts'
import { acme, globex, owner, type Person, platform, runJobs, settings } from '#test/world.ts'

const asAdmin = as(acme.admin)
const params = ({ id }: { id: string }) => ({ params: { id } })
const hostOf = (person: Person | null, domain = acme.domain): Record<string, string> =>
  person ? {} : { host: `${domain}.${settings.rootDomain}` }
const search = (person: Person | null, q: string, more: Record<string, string> = {}) =>
  as(person)(searchArticles, { query: { q, ...more } }, hostOf(person))
const titlesFor = async (person: Person | null, q: string, more: Record<string, string> = {}) =>
  (await search(person, q, more)).items.map(({ title }) => title)
const suggest = async (person: Person | null, text: string, language = 'en') =>
  (await as(person)(suggestArticles, { body: { text, language } }, hostOf(person))).items.map(({ title }) => title)

const heading = (text: string) => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] })
const document = (...blocks: object[]) => ({
  type: 'doc',
  content: blocks.flatMap((block) => (block as { content?: object[] }).content ?? [block]),
})
const withSection = (title: string, text: string) => ({
  type: 'doc',
  content: [...paragraphs('How it begins.').content, heading(title), ...paragraphs(text).content],
})
await asAdmin(changeLanguages, { body: { items: ['en', 'de', 'ja'] } })

test('what was published is found by the very next search, and what was taken away by none', async () => {
  const article = await newLiveArticle({ title: 'Wombat feeding', document: paragraphs('Grass at noon') })
  expect(await titlesFor(null, 'wombat')).toEqual(['Wombat feeding'])
  await asAdmin(changeArticle, { ...params(article), body: { title: 'Echidna feeding' } })
  expect(await titlesFor(null, 'echidna')).toEqual([])
  await asAdmin(publishArticle, { ...params(article), body: {} })
  expect([await titlesFor(null, 'wombat'), await titlesFor(null, 'echidna')]).toEqual([[], ['Echidna feeding']])
  await asAdmin(unpublishArticle, { ...params(article), query: {} })
  expect(await titlesFor(null, 'echidna')).toEqual([])
})

test.each([
  ['archived', (article: { id: string }) => asAdmin(archiveArticle, { ...params(article), body: {} })],
  ['in the trash', (article: { id: string }) => asAdmin(deleteArticle, params(article))],
])('an article that is %s is found no more', async (_, takeAway) => {
  const article = await newLiveArticle({ title: `Vanishing quokka ${_}` })
  expect(await titlesFor(null, 'quokka')).toEqual([`Vanishing quokka ${_}`])
  await takeAway(article)
  expect(await titlesFor(acme.admin, 'quokka')).toEqual([])
})

describe('nobody finds what they may not read:', () => {
  test.each([
    ['public', [true, true, true]],
    ['customers', [true, true, false]],
    ['team', [true, false, false]],
    ['unlisted', [false, false, false]],
  ] as const)('an article that is for %s', async (visibility, expected) => {
    const word = `kakapo${visibility}`
    await newLiveArticle({ title: `About ${word}`, visibility, document: paragraphs(`The ${word} sleeps and dreams`) })
    const readers = [acme.agent, acme.customer, null]
    const found = await Promise.all(readers.map((person) => titlesFor(person, word)))
    expect(found.map(({ length }) => length > 0)).toEqual(expected)
    const suggested = await Promise.all(readers.map((person) => suggest(person, `my ${word} dreams`)))
    expect(suggested.map(({ length }) => length > 0)).toEqual(expected)
    expect(await titlesFor(globex.admin, word)).toEqual([])
    expect((await search(null, word, {})).items.length > 0).toBe(expected[2])
  })

  test('what was opened, closed, moved or put below something is found by those who may read it since', async () => {
    const category = await asAdmin(createCategory, { body: { name: 'Birds' } })
    const article = await newLiveArticle({ title: 'Takahe', category: category.id })
    const seen = async () => (await titlesFor(null, 'takahe')).length
    expect(await seen()).toBe(1)
    await asAdmin(changeCategory, { ...params(category), body: { visibility: 'team' } })
    expect(await seen()).toBe(0)
    await asAdmin(changeArticle, { ...params(article), body: { category: null } })
    expect(await seen()).toBe(1)
    await asAdmin(changeArticle, { ...params(article), body: { visibility: 'customers' } })
    expect([await seen(), (await titlesFor(acme.customer, 'takahe')).length]).toEqual([0, 1])
    await asAdmin(changeArticle, { ...params(article), body: { visibility: 'public', category: category.id } })
    await asAdmin(deleteCategory, { ...params(category), query: { to: 'root' } })
    expect(await seen()).toBe(1)
  })

  test('from when it is for others on, and who may read it again finds it again', async () => {
    const article = await newLiveArticle({ title: 'The pangolin rota', visibility: 'team' })
    for (const visibility of ['customers', 'public', 'team', 'public'] as const) {
      await asAdmin(changeArticle, { ...params(article), body: { visibility } })
      const found = await Promise.all([acme.agent, acme.customer, null].map((person) => titlesFor(person, 'pangolin')))
      expect(found.map(({ length }) => length)).toEqual([
        1,
        visibility === 'team' ? 0 : 1,
        visibility === 'public' ? 1 : 0,
      ])
    }
  })

  test('no spelling is offered from a text that is not theirs', async () => {
    await newLiveArticle({ title: 'Project Thylacine', visibility: 'team', document: paragraphs('Thylacine budget') })
    expect((await search(acme.agent, 'thylacinne')).spelling).toBe('thylacine')
    for (const q of ['thylacinne', 'thilasine', 'thylac1ne', 'thylacine'])
      expect(await search(null, q)).toMatchObject({ items: [], spelling: null })
  })

  test('that a word stands in a hidden text changes nothing of what is found otherwise', async () => {
    await newLiveArticle({ title: 'The acne guide', document: paragraphs('Skin') })
    const before = await titlesFor(null, 'acme')
    await newLiveArticle({ title: 'The acme merger', visibility: 'team', document: paragraphs('Secret') })
    expect(await titlesFor(null, 'acme')).toEqual(before)
    expect(before).toEqual(['The acne guide'])
  })

  test('nor does a hidden word that is nearer to what was typed', async () => {
    await newLiveArticle({ title: 'Mooring at the harbourline' })
    const before = await search(null, 'harbourlixa')
    await newLiveArticle({ title: 'The harbourlixe merger', visibility: 'team' })
    expect(await search(null, 'harbourlixa')).toEqual(before)
    expect(before).toMatchObject({ items: [{ title: 'Mooring at the harbourline' }], spelling: 'harbourline' })
  })

  test('the words of one workspace are unknown in another', async () => {
    await newLiveArticle({ title: 'Numbat' })
    expect(await search(globex.admin, 'numbatt')).toMatchObject({ items: [], spelling: null })
    expect(await as(null)(searchArticles, { query: { q: 'numbat' } }, hostOf(null, globex.domain))).toMatchObject({
      items: [],
    })
  })

  test('a draft beside the live text is not searched', async () => {
    const article = await newLiveArticle({ title: 'Bilby', document: paragraphs('Ears') })
    await asAdmin(changeArticle, { ...params(article), body: { document: paragraphs('Unfinished bandicoot') } })
    await newArticle({ title: 'Bandicoot draft' })
    expect(await titlesFor(acme.admin, 'bandicoot')).toEqual([])
  })
})

describe('the order of what is found', () => {
  test('is titles over headings over texts', async () => {
    await newLiveArticle({ title: 'Third', document: paragraphs('A cassowary is mentioned here') })
    await newLiveArticle({ title: 'Second', document: withSection('The cassowary', 'Runs') })
    await newLiveArticle({ title: 'First cassowary' })
    expect(await titlesFor(null, 'cassowary')).toEqual(['First cassowary', 'Second', 'Third'])
  })

  test('is all words over some, and words beside each other over words apart', async () => {
    await newLiveArticle({ title: 'Lyrebird' })
    await newLiveArticle({
      title: 'Apart',
      document: paragraphs('The lyrebird sings all day long and nobody knows what. Much later it will start to dance.'),
    })
    await newLiveArticle({ title: 'Together', document: paragraphs('Much is said. See the lyrebird dance at night.') })
    expect(await titlesFor(null, 'lyrebird dance')).toEqual(['Together', 'Apart', 'Lyrebird'])
  })
})

test('what has all words in its title is found among any number of texts that have them too', async () => {
  for (const title of ['Gecko care', 'Gecko food', 'Skink care'])
    await newLiveArticle({ title, document: paragraphs('A gecko is no skink') })
  await newLiveArticle({ title: 'Gecko or skink' })
  const read = { queries: ["'gecko'", "'skink'"], most: 3 }
  const lists = await inWorkspace(platform.app, acme.id, (tx) => listPostings(tx, readerOf('customers'), 'en', read))
  const positions = lists.map(({ ids }) =>
    Array.from({ length: ids.length / 8 }, (_, at) => ids.readUInt32BE(at * 8 + 4) % 512),
  )
  expect(positions).toEqual([
    [0, 0, 0, 1, 1, 1],
    [0, 0, 1, 1, 1],
  ])
  expect((await titlesFor(null, 'gecko skink'))[0]).toBe('Gecko or skink')
})

test('what stands in quotes comes first as it stands there, and its words alone where it stands nowhere', async () => {
  const [other, same] = ['Restart the potoroo restart', 'When your phone is slow']
  await newLiveArticle({ title: other, document: paragraphs('Restart the potoroo app, restart, or the restart.') })
  await newLiveArticle({ title: same, document: paragraphs('First restart the app of the potoroo.') })
  const [plain, quoted] = [await titlesFor(null, 'restart the app'), await titlesFor(null, '"restart the app"')]
  expect([plain[0], quoted[0]]).toEqual([other, same])
  expect(await titlesFor(null, 'potoroo «app restart the»')).toEqual(expect.arrayContaining([other, same]))
})

describe('words are found', () => {
  test.each([
    ['by their stem', 'Exporting your numbats', 'export numbat'],
    ['by the beginning of the last one', 'Kookaburra laughing', 'kookab'],
    ['without their accents', 'Crème brûlée for cassava', 'creme brulee cassava'],
    ['with accents that they do not have', 'Facade of the zoological museum', 'façade zoological'],
    ['with one typing error in a short one', 'Dingo fence', 'dingp fence'],
    ['with letters that changed places', 'Koala trees', 'kaola'],
    ['with two typing errors in a long one', 'Marsupials overview', 'marsppuals'],
    ['written together or with a hyphen', 'Your e-mail possum', 'email possum'],
    ['with a hyphen that the text lacks', 'The webhook glider', 'web-hook glider'],
    ['as a code without its sign', 'The quoll says ERR_42', 'err42'],
    ['as a name without its dot', 'Quolls in Numbat.js', 'numbatjs'],
    ['as a number without what parts its thousands', 'As many as 25,000 quolls', '25000'],
    ['as a large number that is parted otherwise', 'As many as 1,000,000 quolls', "1'000'000"],
    ['written together that the text writes apart', 'Which tide zone it keeps', 'tidezone'],
    ['in another form of the second', 'Burrow space of a mulgara', 'burrowspaces'],
    ['with a small second one', 'How a dunnart must hop in', 'hopin'],
    ['written apart that the text writes together', 'Nestboards of a potoroo', 'nest board'],
    ['where all of them say nothing', 'To be or not to be', 'to be or not to be'],
    ['whatever signs stand among them', 'Price & terms (wallaby)', "wallaby: <b>price's</b> | & !"],
  ])('%s', async (_, title, q) => {
    await newLiveArticle({ title })
    expect((await titlesFor(null, q))[0]).toBe(title)
  })

  test('by a part of what is written together', async () => {
    const { id } = await newArticle({ title: 'Leave' })
    await asAdmin(writeTranslation, {
      params: { id, language: 'de' },
      body: { title: 'Urlaubsantrag stellen', document: paragraphs('So geht es.') },
    })
    await asAdmin(publishArticle, { ...params({ id }), body: { language: 'de' } })
    for (const q of ['antrag', 'urlaub', 'antrag urlaub', 'urlaubs-antrag', 'urlaubsantraege', 'Anträge'])
      expect(await titlesFor(null, q, { language: 'de' })).toEqual(['Urlaubsantrag stellen'])
  })

  test('in writing without spaces', async () => {
    const { id } = await newArticle({ title: 'Calendar' })
    await asAdmin(writeTranslation, {
      params: { id, language: 'ja' },
      body: { title: 'カレンダーの使い方', document: paragraphs('予定を追加して、シフトを管理します。') },
    })
    await asAdmin(publishArticle, { ...params({ id }), body: { language: 'ja' } })
    for (const q of ['カレンダー', '予定', 'シフト管理'])
      expect(await titlesFor(null, q, { language: 'ja' })).toEqual(['カレンダーの使い方'])
  })

  test('of katakana by themselves, which the dictionary cuts where another one follows', async () => {
    const { id } = await newArticle({ title: 'Support' })
    const title = 'カスタマーサポート'
    await asAdmin(writeTranslation, { params: { id, language: 'ja' }, body: { title, document: paragraphs('連絡') } })
    await asAdmin(publishArticle, { ...params({ id }), body: { language: 'ja' } })
    for (const q of ['カスタマー', 'サポート', 'カスタマー 連絡', 'カスタマーサポート'])
      expect(await titlesFor(null, q, { language: 'ja' })).toEqual([title])
  })

  test('as a number of several parts, and not by each of them, unless nothing else is there for the reader', async () => {
    const [version, chapter] = ['Bilby release 72.74.71', 'Chapter 71 of 72']
    await newLiveArticle({ title: version, visibility: 'customers' })
    await newLiveArticle({ title: chapter })
    expect([await titlesFor(acme.customer, '72.74.71'), await titlesFor(null, '72.74.71')]).toEqual([
      [version],
      [chapter],
    ])
  })

  test('in the first language, where the one asked for has nothing', async () => {
    await newLiveArticle({ title: 'Platypus only in English' })
    const { items } = await search(null, 'platypus', { language: 'de' })
    expect(items).toMatchObject([{ title: 'Platypus only in English', language: 'en' }])
  })
})

test('a hit leads to the section that fits, and says where the words stand in plain text', async () => {
  const category = await asAdmin(createCategory, { body: { name: 'Reptiles' } })
  await newLiveArticle({
    title: 'Goanna care',
    category: category.id,
    document: document(withSection('Cleaning <the> goanna', 'Use a <b>soft</b> brush & lukewarm water.')),
  })
  const [hit] = (await search(null, 'soft brush goanna')).items
  expect(hit).toMatchObject({
    title: 'Goanna care',
    heading: 'Cleaning <the> goanna',
    anchor: 'cleaning-the-goanna',
    excerpt: 'Use a soft brush & lukewarm water.',
    category: { id: category.id, name: 'Reptiles' },
    url: expect.stringMatching(new RegExp(`${acme.domain}.*/knowledgebase/article/goanna-care$`)),
  })
  const words = (text: string, ranges: [number, number][]) => ranges.map(([start, end]) => text.slice(start, end))
  expect(words(hit!.excerpt, hit!.marks.excerpt)).toEqual(['soft', 'brush'])
  expect(words(hit!.title, hit!.marks.title)).toEqual(['Goanna'])
  expect(words(hit!.heading!, hit!.marks.heading)).toEqual(['goanna'])
})

test('of words that were found beside each other no other place is marked', async () => {
  await newLiveArticle({ title: 'Manners', document: paragraphs('In here nobody will shove in or shove twice.') })
  const [hit] = (await search(null, 'shovein')).items
  expect(hit!.marks.excerpt.map(([start, end]) => hit!.excerpt.slice(start, end))).toEqual(['shove', 'in'])
})

test('of a long section the part with the words is shown', async () => {
  const filler = 'Nothing of interest happens here at all. '.repeat(40)
  await newLiveArticle({ title: 'Long', document: paragraphs(`${filler}The galah steals chips. ${filler}`) })
  const [hit] = (await search(null, 'galah chips')).items
  expect(hit!.excerpt).toContain('The galah steals chips.')
  expect(hit!.excerpt.length).toBeLessThan(240)
})

test('an excerpt shows the words of a table and of Markdown, in a search and in a suggestion', async () => {
  const cell = (text: string) => ({ type: 'tableCell', content: paragraphs(text).content })
  const table = { type: 'table', content: [{ type: 'tableRow', content: [cell('Numbat'), cell('**9** ants')] }] }
  await newLiveArticle({ title: 'Numbat prices', document: { type: 'doc', content: [table] } })
  const [hit] = (await search(null, 'numbat ants')).items
  expect(hit!.excerpt).toBe('Numbat · 9 ants')
  expect(hit!.marks.excerpt.map(([start, end]) => hit!.excerpt.slice(start, end))).toEqual(['Numbat', 'ants'])
  const body = { text: 'numbat ants', language: 'en' }
  const { items } = await as(null)(suggestArticles, { body }, hostOf(null))
  expect(items[0]!.excerpt).toBe('Numbat · 9 ants')
})

test('the lines of a list are one in an excerpt, without their bullets', async () => {
  const item = (text: string) => ({ type: 'listItem', content: paragraphs(text).content })
  const list = { type: 'bulletList', content: [item('An axolotl swims'), item('A tapir - sleeps')] }
  await newLiveArticle({ title: 'Large birds', document: { type: 'doc', content: [list] } })
  const [hit] = (await search(acme.customer, 'axolotl')).items
  expect(hit!.excerpt).toBe('An axolotl swims A tapir - sleeps')
})

test('what was found by another spelling says so, with the accents of the text', async () => {
  await newLiveArticle({ title: 'Über Crocodílios' })
  expect(await search(null, 'uber crocodilois')).toMatchObject({ spelling: 'uber crocodílios', items: [{}] })
})

test('what nothing is near enough to is offered by its closest spelling and not shown', async () => {
  await newLiveArticle({ title: 'Budgerigar' })
  expect(await search(null, 'budgeriagr')).toMatchObject({ items: [{ title: 'Budgerigar' }] })
  expect(await search(null, 'badgeriagrr')).toMatchObject({ items: [], spelling: 'budgerigar' })
})

test('a question without words, or of words that are nowhere, finds nothing', async () => {
  for (const q of ['', '   ', '?!', "'", 'zzzxqj'])
    expect(await search(null, q)).toMatchObject({ items: [], spelling: null })
})

describe('suggestions', () => {
  test('fit a text that is being written, and nothing that has one word of it', async () => {
    await newLiveArticle({
      title: 'Kangaroo invoices',
      document: paragraphs('Download each invoice of your kangaroo.'),
    })
    await newLiveArticle({ title: 'Kangaroo jumping', document: paragraphs('High and far.') })
    const text =
      'Hello, I am Maria and I cannot download the invoices for our kangaroo since Monday. Thank you very much!'
    expect(await suggest(null, text)).toEqual(['Kangaroo invoices'])
    expect(await suggest(null, 'zzz qqq')).toEqual([])
  })

  test('take no more than 4 kB', async () => {
    const { statusCode } = await ask(acme.customer, suggestArticles, { body: { text: 'ä'.repeat(2049) } })
    expect(statusCode).toBe(400)
  })
})

test('what was live before there was an index is indexed by a job', async () => {
  const { id } = await newLiveArticle({ title: 'Bettong of before' })
  await owner.query('delete from article_sections where workspace_id = $1 and article_id = $2', [acme.id, id])
  expect(await titlesFor(null, 'bettong')).toEqual([])
  await owner.query(`select graphile_worker.add_job('article-search.index-missing', '{"payload": {}}')`)
  await runJobs()
  expect(await titlesFor(null, 'bettong')).toEqual(['Bettong of before'])
})

test('what was indexed when words were split otherwise is found meanwhile, and indexed anew by a job', async () => {
  const title = 'Mala_nest_42'
  const { id } = await newLiveArticle({ title })
  await owner.query(
    `update article_sections set splitting = 0, words = ts_delete(words, 'malanest42') where workspace_id = $1 and article_id = $2`,
    [acme.id, id],
  )
  expect([await titlesFor(null, 'malanest42'), await titlesFor(null, 'mala')]).toEqual([[], [title]])
  await owner.query(`select graphile_worker.add_job('article-search.index-missing', '{"payload": {}}')`)
  await runJobs()
  expect(await titlesFor(null, 'malanest42')).toEqual([title])
})
