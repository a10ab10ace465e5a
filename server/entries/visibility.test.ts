import { expect, test } from 'vitest'
import { listContent, showContent } from '#contract/content-delivery.ts'
import {
  archiveEntry,
  changeEntry,
  deleteEntry,
  publishEntry,
  showEntry,
  unarchiveEntry,
  unpublishEntry,
  untrashEntry,
} from '#contract/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, owner, settings } from '#test/world.ts'

/** VISIBILITY_RUNS asks for more than the few of each day. */
const runs = Number(process.env.VISIBILITY_RUNS ?? 4)
const stepsOfRun = 15
const languages = ['en', 'hr', 'de'] as const
type Language = (typeof languages)[number]

await owner.query(`update workspaces set languages = '{en,hr,de}' where id = $1`, [acme.id])
const model = await newModel({
  isPublic: true,
  localized: true,
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'price', kind: 'integer' },
  ],
})

/** Mulberry32 (T. Ettinger): the same numbers for the same seed, so that a run that failed can be run again. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Seen = { title: string; price: number }
/** What must be so, in the simplest words there are. */
type Simple = {
  price: number
  titles: Partial<Record<Language, string>>
  live: Partial<Record<Language, Seen>>
  archived: Set<Language>
  isTrashed: boolean
}

type Act = {
  name: string
  mayRun: (state: Simple, language: Language) => boolean
  run: (id: string, state: Simple, language: Language, number: number) => Promise<unknown>
}

const asAgent = as(acme.agent)
const place = (id: string) => ({ params: { model: model.pluralKey, id } })
const seenIn = (state: Simple, language: Language): Seen => ({ title: state.titles[language]!, price: state.price })
const isWritten = (state: Simple, language: Language) => !state.isTrashed && state.titles[language] !== undefined

const acts: Act[] = [
  {
    name: 'save a title',
    mayRun: (state) => !state.isTrashed,
    run(id, state, language, number) {
      state.titles[language] = `${language} ${number}`
      return asAgent(changeEntry, {
        ...place(id),
        body: { locale: language, fields: { title: `${language} ${number}` } },
      })
    },
  },
  {
    name: 'save what all share',
    mayRun: isWritten,
    run(id, state, language, number) {
      state.price = number
      return asAgent(changeEntry, { ...place(id), body: { locale: language, fields: { price: number } } })
    },
  },
  {
    name: 'publish one language',
    mayRun: (state, language) => isWritten(state, language) && !state.archived.has(language),
    run(id, state, language) {
      state.live[language] = seenIn(state, language)
      return asAgent(publishEntry, { ...place(id), body: { locales: [language] } })
    },
  },
  {
    name: 'publish all',
    mayRun: (state) => !state.isTrashed,
    run(id, state) {
      for (const language of languages)
        if (state.titles[language] !== undefined && !state.archived.has(language))
          state.live[language] = seenIn(state, language)
      return asAgent(publishEntry, { ...place(id), body: {} })
    },
  },
  {
    name: 'unpublish one language',
    mayRun: isWritten,
    run(id, state, language) {
      delete state.live[language]
      return asAgent(unpublishEntry, { ...place(id), query: { locale: language } })
    },
  },
  {
    name: 'unpublish all',
    mayRun: (state) => !state.isTrashed,
    run(id, state) {
      state.live = {}
      return asAgent(unpublishEntry, { ...place(id), query: {} })
    },
  },
  {
    name: 'archive',
    mayRun: (state, language) => isWritten(state, language) && !state.archived.has(language),
    run(id, state, language) {
      delete state.live[language]
      state.archived.add(language)
      return asAgent(archiveEntry, { ...place(id), body: { locale: language } })
    },
  },
  {
    name: 'unarchive',
    mayRun: (state, language) => isWritten(state, language) && state.archived.has(language),
    run(id, state, language) {
      state.archived.delete(language)
      return asAgent(unarchiveEntry, { ...place(id), query: { locale: language } })
    },
  },
  {
    name: 'trash',
    mayRun: (state) => !state.isTrashed,
    run(id, state) {
      state.live = {}
      state.isTrashed = true
      return asAgent(deleteEntry, place(id))
    },
  },
  {
    name: 'untrash',
    mayRun: (state) => state.isTrashed,
    run(id, state) {
      state.isTrashed = false
      return asAgent(untrashEntry, place(id))
    },
  },
]

const onHost = { host: `${acme.domain}.${settings.rootDomain}` }

/** What readers get in each language, alone and in the list, and what the team has. */
async function observe(id: string) {
  const seen: Record<string, unknown> = {}
  for (const locale of languages) {
    const alone = await as(null)(showContent, { ...place(id), query: { locale } }, onHost)
    const { items } = await as(null)(
      listContent,
      { params: { model: model.pluralKey }, query: { locale, 'filter[id]': id } },
      onHost,
    )
    expect(items.map(shownOf)).toEqual(alone.code ? [] : [shownOf(alone)])
    seen[locale] = alone.code ? null : shownOf(alone)
    seen[`draft ${locale}`] = (await asAgent(showEntry, { params: { id }, query: { locale } })).fields?.title ?? null
  }
  return seen
}
const shownOf = ({ title, price }: Record<string, unknown>) => ({ title, price })

function expected(state: Simple) {
  const first = languages.map((language) => state.live[language]).find(Boolean) ?? null
  return Object.fromEntries(
    languages.flatMap((language) => [
      [language, state.live[language] ?? first],
      [`draft ${language}`, state.titles[language] ?? null],
    ]),
  )
}

test.each(Array.from({ length: runs }, (_, seed) => seed))(
  'whatever is done in run %i, readers have what was published last and nothing else',
  async (seed) => {
    const random = randomFrom(seed)
    const { id } = await newEntry(model, { title: 'en 0', price: 0 })
    const state: Simple = { price: 0, titles: { en: 'en 0' }, live: {}, archived: new Set(), isTrashed: false }
    const done: string[] = []
    for (let step = 1; step <= stepsOfRun; step += 1) {
      const language = languages[random(languages.length)]!
      const possible = acts.filter((act) => act.mayRun(state, language))
      const act = possible[random(possible.length)]!
      done.push(`${act.name} ${language}`)
      await act.run(id, state, language, step)
      expect(await observe(id), done.join(', ')).toEqual(expected(state))
    }
  },
)
