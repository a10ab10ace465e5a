import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { drawRooms, filesOf, houses, importsOf, openedRooms, products, roomOf } from '#bin/admin/describe-rooms.ts'
import { events } from '#contract/events.ts'
import { ticketFields } from '#contract/tickets/tickets.ts'
import { expectOfEach } from '#test/each-of.ts'

// Rules for the imports of each room. The first rule whose `room` matches the importing file decides.
const walls = [
  {
    room: /^contract\//,
    mayImport: /^(zod$|\.\/|#contract\/)/,
    because: 'both sides lean on the contract, so it leans on neither',
  },
  { room: /\.test\.tsx?$/, mayImport: /^(?!\.\.)/, because: 'tests may look everywhere, by the names of the rooms' },
  {
    room: /^web\/ui\//,
    mayImport: /^(react$|react-dom|react-router$|lucide-react$|@headlessui|\.\/)/,
    because: 'ui knows looks, not business',
  },
  {
    room: /^web\/editor\//,
    mayImport: /^(?!\.\.|node:|#server|#web\/(?!ui|editor|lib\/(?:intake|network)\/))/,
    because: 'the editor knows documents, not whose they are',
  },
  {
    room: /^web\/fields\//,
    mayImport: /^(?!\.\.|node:|#server|#web\/(?!ui|editor|fields|lib))/,
    because: 'a field knows its values, not whose they are',
  },
  {
    room: /^web\/(entry\.server|mail\/)/,
    mayImport: /^(?!\.\.|#server)/,
    because: 'rendering needs node, and still no server code',
  },
  {
    room: /^web\//,
    mayImport: /^(?!\.\.|node:|#server|#web\/(?!ui|lib|shell|editor|fields|errors))/,
    because: 'a page reaches data through the contract, and other areas not at all',
  },
  {
    room: /^server\/platform\//,
    mayImport: /^(?!\.\.|#web|#server\/(?!platform\/))/,
    because: 'the platform knows no business',
  },
  {
    room: /^server\/((app|jobs|subscriptions)\.ts$|start\/)/,
    mayImport: /^(?!\.\.|#web)/,
    because: 'these list the rooms',
  },
  {
    room: /^server\//,
    mayImport: /^(?!\.\.|#web|#server\/(?!platform\/)(.*[/-])?(queries|routes|jobs)(\/|\.ts$))/,
    because: 'ask another room through its operations, not its tables',
  },
]

const named = (names: string[]) => names.map((name) => [name, name] as const)

/** Returns the import prefix of the area of a file. Each area of `web` may import from its own subfolders. */
const ownAreaOf = (file: string) => `#${file.split('/').slice(0, 2).join('/')}/`

test('every file stays in its room', () =>
  expectOfEach(named(globSync('{contract,server,web}/**/*.{ts,tsx}')), (file) => {
    const wall = walls.find(({ room }) => room.test(file))!
    expect(
      importsOf(file).filter((path) => !wall.mayImport.test(path) && !path.startsWith(ownAreaOf(file))),
      wall.because,
    ).toEqual([])
  }))

test.each([
  ['#server/tickets/ticket/update-ticket.ts', true],
  ['#server/platform/jobs.ts', true],
  ['#server/tickets/ticket/queries.ts', false],
  ['#server/tickets/ticket/queries/people.ts', false],
  ['#server/tickets/ticket/lists/queries/people.ts', false],
  ['#server/tickets/ticket/people-queries.ts', false],
  ['#server/tickets/ticket/people-queries/copies.ts', false],
  ['#server/tickets/ticket/routes.ts', false],
])('another room’s %s: may be opened %s', (path, isOpen) => {
  const wall = walls.find(({ room }) => room.test('server/workspace/customers/customer-accounts.ts'))!
  expect(wall.mayImport.test(path)).toBe(isOpen)
})

test('nobody imports what lists the rooms', () => {
  const lists = /^#server\/((app|jobs|subscriptions)\.ts$|start\/)/
  const importers = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts', 'server/start/**'] }).filter((file) =>
    importsOf(file).some((path) => lists.test(path)),
  )
  expect(importers).toEqual([])
})

test('pixels are decoded and encoded in folders `apart` alone, which are opened by processes of their own', () => {
  const opening = /^import (?!type\b).*(\bfrom 'sharp'|\/apart\/)/m
  const openers = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', '**/apart/**'] }).filter((file) =>
    opening.test(readFileSync(file, 'utf8')),
  )
  expect(openers).toEqual([])
})

/** Returns the rooms of a circular import, or null. */
function findCircle(opened: Map<string, Set<string>>): string[] | null {
  const cleared = new Set<string>()
  const follow = (room: string, way: string[]): string[] | null => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room]
    if (cleared.has(room)) return null
    for (const other of opened.get(room) ?? []) {
      const circle = follow(other, [...way, room])
      if (circle) return circle
    }
    cleared.add(room)
    return null
  }
  for (const room of opened.keys()) {
    const circle = follow(room, [])
    if (circle) return circle
  }
  return null
}

test('rooms open each other in one direction', () =>
  expectOfEach(
    named(['server', 'web/cms', 'web/lib', 'web/service/knowledge-base', 'web/service/tickets', 'web/shell']),
    (root) => expect(findCircle(openedRooms(root))).toBeNull(),
  ))

/** Returns the imports of a file that go up: to a house on a higher floor, or from one product to another. */
function upwardImports(root: string, file: string, imports = importsOf(file)): string[] {
  const floorOf = (path: string) => houses.findIndex(({ name }) => path.startsWith(`${root}/${name}/`))
  const floor = floorOf(file)
  const isProduct = (index: number) => products.includes(houses[index]!.name)
  return imports.filter((path) => {
    const other = floorOf(path.slice(1))
    if (other < 0 || other === floor) return false
    return other > floor || (isProduct(floor) && isProduct(other))
  })
}

test.each(['server', 'contract'])('no import of %s goes up', (root) => {
  const files = filesOf(`${root}/*`)
  expect(files.length).toBeGreaterThan(50)
  return expectOfEach(named(files.filter((file) => roomOf(file, 'server') || root === 'contract')), (file) =>
    expect(upwardImports(root, file)).toEqual([]),
  )
})

test.each([
  ['server/search/words/cursor.ts', '#server/tickets/ticket/find-ticket.ts', 1],
  ['server/tickets/ticket/find-ticket.ts', '#server/search/words/cursor.ts', 0],
  ['server/tickets/ticket/find-ticket.ts', '#server/content/models/find-models.ts', 1],
  ['server/help/deflections/jobs.ts', '#server/tickets/ticket/find-ticket.ts', 0],
])('an import that goes up is found: %s opens %s', (file, path, count) => {
  expect(upwardImports('server', file, [path])).toHaveLength(count)
})

test('each folder of a house is a room that the map describes', () => {
  const known = houses.flatMap(({ name, rooms }) => Object.keys(rooms).map((room) => `server/${name}/${room}`))
  const open = houses.filter(({ rooms }) => Object.keys(rooms).length > 0)
  const folders = open.flatMap(({ name }) =>
    globSync(`server/${name}/*/**/*.ts`).map((file) => `server/${roomOf(file)}`),
  )
  expect([...new Set(folders)].toSorted()).toEqual(known.toSorted())
  expect(open.flatMap(({ name }) => globSync(`server/${name}/*.ts`))).toEqual([])
  expect(globSync('server/*').length).toBeLessThanOrEqual(20)
})

test('the map of the rooms in HOUSE.md is what the code has', () => {
  const house = readFileSync('HOUSE.md', 'utf8')
  expect(drawRooms(house), 'npm run admin -- write-types draws it anew').toBe(house)
})

/**
 * Returns the files that a line of HOUSE.md names. A name without a folder is searched in the folder of the previous
 * name and in the folders above.
 */
function filesInWalk(line: string): string[] {
  let folder = ''
  return [...line.matchAll(/`([^`]+\.tsx?)`/g)].map(([, name = '']) => {
    const above = folder.split('/').map((_, index, parts) => parts.slice(0, parts.length - index).join('/'))
    const file = [name, ...above.map((one) => `${one}/${name}`)].find((path) => path.includes('/') && existsSync(path))
    folder = dirname(file ?? name)
    return file ?? `${name} is missing`
  })
}

test('HOUSE.md fits on two screens, and its walks name files that exist', () => {
  const lines = readFileSync('HOUSE.md', 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(131)
  const walks = lines.filter((line) => /^\d+\. \*\*/.test(line)).map(filesInWalk)
  expect(walks).toHaveLength(8)
  for (const files of walks) {
    expect(files.length).toBeLessThanOrEqual(8)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
  }
})

test('a circle between rooms is found, however long', () => {
  const rooms = { tickets: ['mail', 'files'], mail: ['team'], team: ['audit', 'tickets'], files: [], audit: [] }
  const opened = new Map(Object.entries(rooms).map(([room, others]) => [room, new Set<string>(others)]))
  expect(findCircle(opened)).toEqual(['tickets', 'mail', 'team', 'tickets'])
})

const tables = [...readFileSync('database/schema.sql', 'utf8').matchAll(/^create table (app\.)?([\w.]+)/gm)].map(
  ([, , name]) => name!,
)

/** The owner rooms of tables that no room of the server inserts into. */
const keepers: Record<string, string> = {
  'identity.resting_domains': 'workspace/identity',
  'identity.acknowledged_addresses': 'workspace/identity',
  'identity.unsolicited_mails': 'workspace/identity',
}

/** Rooms that may write to tables of other rooms, each with its reason. */
const writesEverywhere = {
  'operations/demo': 'it gives its companies a past, and no operation lets anybody choose when things happened',
}

const builder = /\b(insertInto|updateTable|deleteFrom|mergeInto)\(\s*'([\w.]+)/g
const raw =
  /\b(insert)\s+into\s+([\w.]+)|\b(delete)\s+from\s+([\w.]+)|\b(update)\s+(?:only\s+)?([\w.]+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g

type Write = { room: string; table: string; isInsert: boolean; file: string }

/** Finds the tables that the statements of a file write, in the query builder and in raw SQL. */
function writesIn(file: string, text = readFileSync(file, 'utf8')): Write[] {
  const room = writerOf(file)
  const found = [...text.matchAll(builder), ...text.matchAll(raw)].map((match) => match.slice(1).filter(Boolean))
  return found.flatMap(([verb, name]) => {
    const snake = name!.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^app\./, '')
    const table = [snake, `identity.${snake}`].find((known) => tables.includes(known))
    return table ? [{ room, table, isInsert: verb!.startsWith('insert'), file }] : []
  })
}

/**
 * Returns the room of a file. In `server/platform`, each folder is a room. Files outside of all rooms belong to
 * `server`.
 */
const writerOf = (file: string) =>
  /^server\/platform\/[\w-]+(?=\/)/.exec(file)?.[0].slice(7) ?? roomOf(file) ?? 'server'

const writes = filesOf('server').flatMap((file) => writesIn(file))

/** Returns the rooms whose statements insert into the table, and the room that `keepers` names. */
function ownersOf(table: string): string[] {
  const inserting = writes.filter(
    (write) => write.table === table && write.isInsert && !(write.room in writesEverywhere),
  )
  return [...new Set([...inserting.map(({ room }) => room), ...(table in keepers ? [keepers[table]!] : [])])]
}

test('every table belongs to one room, which alone writes it', () =>
  expectOfEach(named(tables), (table) => {
    const [owner, ...others] = ownersOf(table)
    expect(owner).toBeDefined()
    expect(others).toEqual([])
    const trespassing = writes.filter(
      (write) => write.table === table && write.room !== owner && !(write.room in writesEverywhere),
    )
    expect(trespassing.map(({ file }) => file)).toEqual([])
  }))

test.each([
  "tx.updateTable('ticketReads').set({ seq })",
  'sql`update ticket_reads set seq = 1`',
  'sql`update ticket_reads r set seq = 1 from tickets t`',
  'sql`insert into ticket_reads (seq) values (1)`',
  'sql`delete from app.ticket_reads`',
])('a statement that writes a table is seen: %s', (text) => {
  expect(writesIn('server/files/queries.ts', text)).toMatchObject([{ room: 'files', table: 'ticket_reads' }])
})

test('no statement names its table by a variable', () => {
  const nameless = /\b(insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?!')|\b(insert into|delete from) \$\{/
  expect(filesOf('server').filter((file) => nameless.test(readFileSync(file, 'utf8')))).toEqual([])
})

const changesOfFields = Object.keys(ticketFields).map((field) => `${field}.changed`)
const marks = ['snooze', 'spam', 'trash'].flatMap((mark) => [`${mark}.set`, `${mark}.ended`])
/** Events that `updateTicket` names after the changed field. Their types do not appear literally in the code. */
const derived = new Set([...changesOfFields, ...marks])

test('every event is recorded in one place', () => {
  const texts = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) => readFileSync(file, 'utf8'))
  return expectOfEach(named(Object.keys(events).filter((type) => !derived.has(type))), (type) =>
    expect(texts.flatMap((text) => text.match(new RegExp(`type: '${type}'`, 'g')) ?? [])).toHaveLength(1),
  )
})

test('only the ticket’s own update tells of its fields', () => {
  const files = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts'] })
  const literal = new RegExp(`type: '(${[...derived].join('|')})'`)
  expect(files.filter((file) => literal.test(readFileSync(file, 'utf8')))).toEqual([])
})

const serverFilesWith = (pattern: RegExp) =>
  globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] })
    .filter((file) => pattern.test(readFileSync(file, 'utf8').replace(/import type .*/g, '')))
    .toSorted()

test('nothing on the server fetches from elsewhere but the one place that keeps the rules for it', () => {
  const clients = 'https?|http2|undici|axios|got|ky|needle|superagent|node-fetch|cross-fetch'
  const opened = `(?:from|import|import\\(|require\\()\\s*'(?:node:)?(?:${clients})'`
  const called = `(?<![.\\w-])fetch\\((?!'|url: string,)|globalThis\\.fetch\\b|new (?:WebSocket|EventSource)\\(`
  // `quick-answers.ts` creates the server itself.
  const fetchers = ['server/platform/fast-reads/quick-answers.ts', 'server/platform/outbound/outbound.ts']
  expect(serverFilesWith(new RegExp(`${opened}|${called}`))).toEqual(fetchers)
})

test('only the avatar service, whose address is the operator’s setting, may lead into the operator’s network', () => {
  expect(serverFilesWith(/allowsPrivateNetwork: true/)).toEqual(['server/workspace/team/fetch-avatar.ts'])
})

test('each migration has a number of its own', () => {
  // These numbers were used twice before this test existed. The files keep their names, because installations know
  // migrations by name.
  const twice = new Set(['0028', '0031', '0033', '0035', '0036', '0069'])
  const numbers = globSync('database/migrations/*.sql').map((file) => basename(file).slice(0, 4))
  const once = numbers.filter((number) => !twice.has(number))
  expect(once).toEqual([...new Set(once)])
})

test('a test that replaces a function of the database runs alone', () => {
  const files = globSync('{bin,server,test}/**/*.test.ts', { exclude: ['test/house.test.ts'] })
  const replacing = files.filter((file) => /create or replace function/i.test(readFileSync(file, 'utf8')))
  expect(replacing.filter((file) => !file.endsWith('.alone.test.ts'))).toEqual([])
})

test('a helper that knows the workspaces of the tests is in `test/`, or a file that imports it alone would have none', () => {
  const helpers = globSync('{bin,contract,server,web}/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', '**/*.test.tsx'] })
  expect(helpers.filter((file) => importsOf(file).includes('#test/world.ts'))).toEqual([])
})

test('names and titles are ordered by `inOrder`, and not by how the database happens to compare them', () => {
  const text = '(?:\\w+\\.)?(?:name|title|label|tag)\\b'
  const byItself = new RegExp(
    `orderBy\\((?:'${text}|sql\`(?:lower|${text}))|order by (?:[^\`\\n]*, )?(?:lower\\(|${text})(?!\\s*[=<])`,
  )
  const files = globSync('server/**/*.ts', { exclude: ['**/*.test.ts', 'server/platform/**'] })
  expect(files.filter((file) => byItself.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('every form says by itself what is wrong with it, so no browser does', () => {
  const tags = globSync('web/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<(?:fetcher\.)?[Ff]orm\b(?:=>|[^>])*>/g)].map(([tag]) => ({ file, tag })),
  )
  expect(tags.length).toBeGreaterThan(10)
  expect(tags.filter(({ tag }) => !/\bnoValidate\b/.test(tag))).toEqual([])
})
