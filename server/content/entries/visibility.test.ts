import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import {
  archiveEntry,
  changeEntry,
  deleteEntry,
  publishEntry,
  restoreEntryVersion,
  unarchiveEntry,
  unpublishEntry,
  untrashEntry,
} from '#contract/content/entries.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { InputOf } from '#contract/pages.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { sized } from '#test/sized.ts'
import { letAllStandIn } from '#test/stand-in.ts'
import { acme, app, owner, runJobs, settings } from '#test/world.ts'

/** `VISIBILITY_RUNS` sets the number of runs. `VISIBILITY_SEED` sets the first seed. */
const runs = Number(process.env.VISIBILITY_RUNS ?? sized(15, 50))
const firstSeed = Number(process.env.VISIBILITY_SEED ?? 0)
/** Number of runs that are executed concurrently and checked together. Each run has its own entry in the same model. */
const runsAtOnce = Math.min(50, runs)
const stepsOfRun = 15
const languages = ['en', 'hr', 'de'] as const
type Language = (typeof languages)[number]

await owner.query(`update workspaces set languages = '{en,hr,de}' where id = $1`, [acme.id])
await letAllStandIn(acme.admin, [...languages])
const delivery = (await newContentKey(acme, 'delivery')).secret
const preview = (await newContentKey(acme, 'preview')).secret
const model = await newModel({
  ...{ isPublic: true, localized: true },
  fields: [
    { key: 'title', kind: 'text', localized: true },
    { key: 'price', kind: 'integer' },
  ],
})

// Returns a random generator (Mulberry32, T. Ettinger). The same seed gives the same numbers, so that a failed run can
// be repeated.
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
type Titles = Partial<Record<Language, string>>
type Plan = { publish: boolean; unpublish: boolean }
/** The expected state of an entry, in a simplified form. */
type Simple = {
  price: number
  titles: Titles
  live: Partial<Record<Language, Seen>>
  plans: Partial<Record<Language, Plan>>
  archived: Set<Language>
  isTrashed: boolean
  /** The published versions, each with the values of all languages at that time. */
  versions: { number: number; titles: Titles; price: number }[]
}

type Act = {
  name: string
  mayRun: (state: Simple, language: Language) => boolean
  run: (id: string, state: Simple, language: Language, number: number) => Promise<unknown>
}

/** The agent with an API key, because the run can last longer than a session token is valid. */
const writer = { ...acme.agent, token: (await newContentKey(acme, 'management')).secret }

/** Calls an endpoint and expects no refusal. After a refusal, the expected state would be wrong. */
async function asAgent<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  const answer = await as(writer)(endpoint, input)
  expect(answer, `${endpoint.summary}: ${JSON.stringify(answer)}`).not.toHaveProperty('code')
}

const place = (id: string) => ({ params: { model: model.pluralKey, id } })
const seenIn = (state: Simple, language: Language): Seen => ({ title: state.titles[language]!, price: state.price })
const isWritten = (state: Simple, language: Language) => !state.isTrashed && state.titles[language] !== undefined
const anHour = 3600
const inAnHour = () => new Date(Date.now() + anHour * 1000).toISOString()

/** Marks the current values as published and removes the planned publication. A planned unpublication remains. */
function makeLive(state: Simple, language: Language) {
  state.live[language] = seenIn(state, language)
  if (state.plans[language]) state.plans[language].publish = false
}

function takeAway(state: Simple, language: Language) {
  if (state.live[language] && state.plans[language]) state.plans[language].unpublish = false
  delete state.live[language]
}

async function keepNumber(id: string, { versions, titles, price }: Simple) {
  const { rows } = await owner.query('select last_version from content_entries where workspace_id = $1 and id = $2', [
    ...[acme.id, id],
  ])
  versions.push({ number: rows[0].last_version, titles: { ...titles }, price })
}

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
    async run(id, state, language) {
      makeLive(state, language)
      await asAgent(publishEntry, { ...place(id), body: { locales: [language] } })
      await keepNumber(id, state)
    },
  },
  {
    name: 'publish all',
    // Does not run with a planned publication, because publishing all languages skips unchanged texts and keeps their
    // schedules.
    mayRun: (state) => !state.isTrashed && !languages.some((language) => state.plans[language]?.publish),
    run(id, state) {
      for (const language of languages)
        if (state.titles[language] !== undefined && !state.archived.has(language)) makeLive(state, language)
      return asAgent(publishEntry, { ...place(id), body: {} })
    },
  },
  {
    name: 'unpublish one language',
    mayRun: isWritten,
    run(id, state, language) {
      takeAway(state, language)
      return asAgent(unpublishEntry, { ...place(id), query: { locale: language } })
    },
  },
  {
    name: 'unpublish all',
    mayRun: (state) => !state.isTrashed,
    run(id, state) {
      for (const language of languages) takeAway(state, language)
      return asAgent(unpublishEntry, { ...place(id), query: {} })
    },
  },
  {
    name: 'archive',
    mayRun: (state, language) => isWritten(state, language) && !state.archived.has(language),
    run(id, state, language) {
      delete state.live[language]
      delete state.plans[language]
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
      state.plans = {}
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
  {
    name: 'plan to publish',
    mayRun: (state, language) => isWritten(state, language) && !state.archived.has(language),
    run(id, state, language) {
      state.plans[language] = { publish: true, unpublish: false }
      return asAgent(publishEntry, { ...place(id), body: { locales: [language], at: inAnHour() } })
    },
  },
  {
    name: 'plan to take away',
    mayRun: (state, language) =>
      isWritten(state, language) && (state.live[language] !== undefined || state.plans[language]?.publish === true),
    run(id, state, language) {
      state.plans[language] = { publish: state.plans[language]?.publish ?? false, unpublish: true }
      return asAgent(unpublishEntry, { ...place(id), query: { locale: language, at: inAnHour() } })
    },
  },
  {
    name: 'restore a version',
    mayRun: (state) => !state.isTrashed && state.versions.length > 0,
    run(id, state, _, number) {
      const version = state.versions[number % state.versions.length]!
      Object.assign(state.titles, version.titles)
      state.price = version.price
      return asAgent(restoreEntryVersion, { ...place(id), body: { number: version.number } })
    },
  },
]

/** Moves all schedules to now, runs the jobs, and updates the expected states. */
async function keepPlans(running: Run[]) {
  for (const time of ['publish_at', 'unpublish_at'])
    await owner.query(`update content_texts set ${time} = now() where workspace_id = $1 and ${time} is not null`, [
      acme.id,
    ])
  await runJobs({ laterSeconds: anHour })
  for (const { state } of running)
    for (const language of languages) {
      const { publish = false, unpublish = false } = state.plans[language] ?? {}
      if (publish) makeLive(state, language)
      if (unpublish) takeAway(state, language)
    }
}

type Run = { id: string; seed: number; random: (below: number) => number; state: Simple; done: string[] }
type EntriesById = Map<string, unknown>

async function listAs(secret: string, query: Record<string, string>): Promise<EntriesById> {
  const response = await app.inject({
    url: `/api/v1/content/${model.pluralKey}`,
    query: { limit: '100', ...query },
    headers: { host: settings.apiHost, authorization: `Bearer ${secret}` },
  })
  expect(response.statusCode).toBe(200)
  const { items } = response.json<{ items: Record<string, unknown>[] }>()
  return new Map(items.map(({ id, title, price }) => [String(id), { title, price }]))
}

const liveIn = ({ live }: Pick<Simple, 'live'>, locale: Language) =>
  live[locale] ?? languages.map((language) => live[language]).find(Boolean)

function draftIn({ titles, price, isTrashed }: Simple, locale: Language) {
  const title = titles[locale] ?? languages.map((language) => titles[language]).find(Boolean)
  return isTrashed ? undefined : { title, price }
}

function compare(shown: EntriesById, running: Run[], wanted: (run: Run) => unknown) {
  for (const run of running) expect(shown.get(run.id), `run ${run.seed}: ${run.done.join(', ')}`).toEqual(wanted(run))
  const isThere = running.filter((run) => wanted(run) !== undefined)
  expect(shown.size).toBe(isThere.length)
}

type Past = { moment: string; live: Simple['live'][] }

/** Returns a time between two publications, and the expected published values at this time. */
async function momentNow(running: Run[]): Promise<Past> {
  await sleep(3)
  const moment = new Date().toISOString()
  await sleep(3)
  return { moment, live: running.map(({ state }) => ({ ...state.live })) }
}

async function look(running: Run[], past: Past[], random: Run['random']) {
  for (const locale of languages) {
    compare(await listAs(delivery, { locale }), running, ({ state }) => liveIn(state, locale))
    compare(await listAs(preview, { locale }), running, ({ state }) => draftIn(state, locale))
  }
  // Checks the first, the last and two random times. Delivery and preview keys read the same past content.
  const moments = [past[0]!, past.at(-1)!, ...Array.from({ length: 2 }, () => past[random(past.length)]!)]
  for (const { moment, live } of moments) {
    const locale = languages[random(languages.length)]!
    for (const secret of [delivery, preview])
      compare(await listAs(secret, { locale, as_of: moment }), running, (run) =>
        liveIn({ live: live[running.indexOf(run)]! }, locale),
      )
  }
  const locale = languages[random(languages.length)]!
  const { id, state } = running[random(running.length)]!
  const alone = await as(null)(showContent, { ...place(id), query: { locale } }, onHost)
  expect(alone.code ? undefined : { title: alone.title, price: alone.price }).toEqual(liveIn(state, locale))
}

const onHost = { host: `${acme.domain}.${settings.rootDomain}` }

async function begin(seed: number): Promise<Run> {
  const made = await newEntry(model, { title: 'en 0', price: 0 }, { person: writer })
  expect(made, JSON.stringify(made)).not.toHaveProperty('code')
  const { id } = made
  const state = { price: 0, titles: { en: 'en 0' }, live: {}, plans: {}, archived: new Set<Language>() }
  return { id, seed, random: randomFrom(seed), state: { ...state, isTrashed: false, versions: [] }, done: [] }
}

async function takeStep({ id, random, state, done }: Run, step: number) {
  const language = languages[random(languages.length)]!
  const possible = acts.filter((act) => act.mayRun(state, language))
  const act = possible[random(possible.length)]!
  done.push(`${act.name} ${language}`)
  await act.run(id, state, language, step)
}

const batches = Array.from({ length: Math.ceil(runs / runsAtOnce) }, (_, batch) => firstSeed + batch * runsAtOnce)

test.each(batches)(
  'whatever is done in the runs from %i on, readers have what was published last, or had it at the moment that they name',
  async (first) => {
    await owner.query('delete from content_entries where workspace_id = $1 and model_id = $2', [acme.id, model.id])
    const random = randomFrom(first)
    const running = await Promise.all(Array.from({ length: runsAtOnce }, (_, at) => begin(first + at)))
    const past = [await momentNow(running)]
    for (let step = 1; step <= stepsOfRun; step += 1) {
      await Promise.all(running.map((run) => takeStep(run, step)))
      if (random(3) === 0) await keepPlans(running)
      past.push(await momentNow(running))
      await look(running, past, random)
    }
  },
  240_000,
)
