import { describe, expect, test } from 'vitest'
import { createContentCategory } from '#contract/content/categories.ts'
import { createMediaFolder } from '#contract/content/media-folders.ts'
import { readEmailAddress } from '#contract/email-address.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createArticle } from '#contract/knowledge-base/articles.ts'
import { createCategory } from '#contract/knowledge-base/categories.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { listCustomers } from '#contract/workspace/customers.ts'
import { login } from '#contract/workspace/identity.ts'
import { changeWorkspace, showDomainAvailability } from '#contract/workspace/settings.ts'
import { changeProfile } from '#contract/workspace/team.ts'
import { as } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { inputsOf } from '#test/inputs-of.ts'
import { mailIn, supportOf } from '#test/mail-in.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { execute, readZip } from '#test/run-import.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { acme, app, newAccount, owner } from '#test/world.ts'

/**
 * Invisible characters of each kind: hyphens, spaces and joiners of zero width, direction marks and overrides,
 * isolates, operators, tags.
 */
const hidden = ['\u00ad', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202e']
hidden.push('\u2060', '\u2064', '\u2066', '\u2069', '\u206f', '\ufeff', '\ufff9', '\u{e0041}')
const controls = ['\u0000', '\u0007', '\u001f', '\u007f', '\u0085', '\u009f', 'a\tb', 'a\nb']

const texts = app.endpoints.flatMap((endpoint: Endpoint) =>
  endpoint.body
    ? inputsOf('string', endpoint.body).map(
        (text) => [`${endpoint.method} ${endpoint.path} ${text.path}`, text] as const,
      )
    : [],
)
const called = (names: string[]) =>
  texts.filter(([, { path }]) => names.includes(/(\w+)(\[\]|\{\})?$/.exec(path)?.[1] ?? ''))
/** Returns whether an input is no name: a search word, or a name that is part of a URL. */
const isNoName = (name: string) => name.includes('.query.') || name.includes('/media-presets')
/** The sign-in endpoints accept any text, and their answer says what is wrong with the text. */
const isSignIn = (name: string) => name.includes('Identity/') || name.includes('code-sign-ins')

const names = called([
  ...['name', 'title', 'metaTitle', 'subject', 'surname', 'supportName', 'userName', 'userSurname', 'label', 'labels'],
  ...['tags', 'addTags', 'removeTags', 'unit', 'tab'],
]).filter(([name]) => !isNoName(name))
const addresses = called(['slug', 'email', 'href', 'path', 'cc', 'formsAndLists']).filter(([name]) => !isSignIn(name))

describe('every endpoint', () => {
  test('that takes a name or a title leaves out what nobody sees', () => {
    expect(names.length).toBeGreaterThan(60)
    return expectOfEach(names, ({ schema }) => {
      for (const sign of hidden) expect(schema.parse(`Se${sign}en${sign}`)).toBe('Seen')
      expect(schema.parse('Two\u2028lines')).toBe('Two lines')
      expect(schema.parse('👩\u200d🚒 می\u200cخواهم')).toBe('👩\u200d🚒 می\u200cخواهم')
    })
  })

  test('that takes a name or a title refuses what controls a device or ends a line', () =>
    expectOfEach(names, ({ schema }) => {
      for (const sign of controls) expect(schema.safeParse(`a${sign}b`).success, JSON.stringify(sign)).toBe(false)
    }))

  test('that takes an address refuses what nobody sees', () => {
    expect(addresses.length).toBeGreaterThan(12)
    return expectOfEach(addresses, ({ path, schema }) => {
      const [start, end] = path.endsWith('slug')
        ? ['se', 'en']
        : /path|href/.test(path)
          ? ['/se', 'en']
          : ['se', 'en@a.example']
      expect(schema.safeParse(`${start}${end}`).success).toBe(true)
      for (const sign of [...hidden, ...controls, '\u2028'])
        expect(schema.safeParse(`${start}${sign}${end}`).success, JSON.stringify(sign)).toBe(false)
    })
  })

  test('that takes an address refuses letters that draw nothing', () =>
    expectOfEach(
      addresses.filter(([, { path }]) => !/path|href/.test(path)),
      ({ path, schema }) => {
        const end = path.endsWith('slug') ? 'en' : 'en@a.example'
        for (const sign of ['\u034f', '\u3164', '\ufe0f', '\u{e0100}'])
          expect(schema.safeParse(`se${sign}${end}`).success, JSON.stringify(sign)).toBe(false)
      },
    ))
})

const written = `\u202eSe\u00aden ${crypto.randomUUID()}\u200b`
const seen = written.replace(/[^ -~]/g, '')
const asAdmin = as(acme.admin)

/** For each place where a name comes in: writes a name and returns the stored name. */
const places: Record<string, () => Promise<string | undefined>> = {
  article: async () => (await asAdmin(createArticle, { body: { title: written } })).title,
  category: async () => (await asAdmin(createCategory, { body: { name: written } })).name,
  'category of the content': async () => (await asAdmin(createContentCategory, { body: { name: written } })).name,
  folder: async () => (await as(acme.agent)(createMediaFolder, { body: { name: written } })).name,
  model: async () => (await newModel({ name: written })).name,
  'title of an entry': async () => {
    const entry = await newEntry(await newModel(), { title: written })
    return (entry as unknown as { title: string }).title
  },
  member: async () => (await as(acme.agent)(changeProfile, { body: { name: written } })).name,
  'customer of a ticket': async () => {
    const email = `${crypto.randomUUID()}@seen.example`
    const body = { subject: 'Seen', html: '<p>Seen</p>', requester: { email, name: written } }
    await as(acme.agent)(createTicket, { body })
    return (await as(acme.agent)(listCustomers, { query: { q: email } })).items[0]?.name
  },
  'subject of a ticket': async () =>
    (await as(acme.customer)(createTicket, { body: { subject: written, html: '<p>Seen</p>' } })).subject,
  workspace: async () => (await asAdmin(changeWorkspace, { body: { supportName: written } })).supportName,
  file: async () => (await uploaded(acme.agent, textFile(`${written}.txt`))).name.replace('.txt', ''),
}

test('a name that comes in is kept as it is seen, whichever way it comes', () =>
  expectOfEach(Object.entries(places), async (take) => {
    expect(await take()).toBe(seen)
  }))

test('so is what a mail says of itself, and its sender', async () => {
  const email = `${crypto.randomUUID()}@seen.example`
  await mailIn({ from: { name: written, address: email }, to: supportOf(acme), subject: written, text: 'Hello' })
  const { rows } = await owner.query(
    `select c.name, t.subject from customers c join customer_emails e on e.customer_id = c.id
     join tickets t on t.requester_id = c.id where e.address = $1`,
    [email],
  )
  expect(rows).toEqual([{ name: seen, subject: seen }])
})

test('so is the title of an article that is imported', async () => {
  const { id } = await readZip([{ path: `Fol\u200bder ${seen}/one.md`, bytes: `# Imported ${written}\n\nText.\n` }])
  await execute(id)
  const { rows } = await owner.query(
    `select t.title, t.slug, c.texts -> 'en' ->> 'name' as folder from article_texts t
     join articles a on a.id = t.article_id join categories c on c.id = a.category_id
     where t.workspace_id = $1 and c.texts -> 'en' ->> 'name' like 'Folder%'`,
    [acme.id],
  )
  expect(rows).toEqual([
    {
      title: `Imported ${seen}`,
      slug: `imported-${seen.toLowerCase().replaceAll(' ', '-')}`,
      folder: `Folder ${seen}`,
    },
  ])
})

test('no workspace has an address in which something is hidden', async () => {
  const { token } = await newAccount()
  await expectOfEach(
    hidden.map((sign) => [JSON.stringify(sign), `se${sign}en`] as const),
    async (domain) => {
      expect(await as({ token } as never)(showDomainAvailability, { query: { domain } })).toMatchObject({
        available: false,
      })
    },
  )
})

test('nobody signs in with an address in which something is hidden', () =>
  expectOfEach(
    [...hidden, '\u034f', '\ufe0f'].flatMap((sign) => [
      [`${JSON.stringify(sign)} in the name`, `se${sign}en@seen.example`] as const,
      [`${JSON.stringify(sign)} in the domain`, `seen@se${sign}en.example`] as const,
    ]),
    async (email) => {
      expect(readEmailAddress(email)).toBeNull()
      expect(await as(null)(login, { body: { email } })).toMatchObject({ status: 'invalidemail' })
    },
  ))
