import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { events } from '#contract/events.ts'
import { ticketFields } from '#contract/tickets.ts'

// Which room may open which door. The first line that names the importing file decides.
const walls = [
  {
    room: /^contract\//,
    mayImport: /^(zod$|\.\/)/,
    because: 'both sides lean on the contract, so it leans on neither',
  },
  { room: /\.test\.tsx?$/, mayImport: /^(?!\.\.)/, because: 'tests may look everywhere, by the names of the rooms' },
  {
    room: /^web\/ui\//,
    mayImport: /^(react$|react-dom|react-router$|lucide-react$|@headlessui|\.\/)/,
    because: 'ui knows looks, not business',
  },
  {
    room: /^web\/(entry\.server|mail\/)/,
    mayImport: /^(?!\.\.|#server)/,
    because: 'rendering needs node, and still no server code',
  },
  {
    room: /^web\//,
    mayImport: /^(?!\.\.|node:|#server|#web\/(?!ui|lib|shell|errors))/,
    because: 'a page reaches data through the contract, and other areas not at all',
  },
  {
    room: /^server\/platform\//,
    mayImport: /^(?!\.\.|#web|#server\/(?!platform|settings|environment))/,
    because: 'the platform knows no business',
  },
  {
    room: /^server\/(app|main|jobs|subscriptions|start-server|create-platform|note-seen)\.ts$/,
    mayImport: /^(?!\.\.|#web)/,
    because: 'these list the rooms',
  },
  {
    room: /^server\//,
    mayImport: /^(?!\.\.|#web|#server\/(?!platform)[^/]+\/(.*-queries|queries|routes|jobs)\b)/,
    because: 'ask another room through its operations, not its tables',
  },
]

const pattern = /^(?:import|export)\s[^'"=]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, from, bare, later]) => (from ?? bare ?? later)!)

/** Each of the web's areas may look into its own sub-folders. */
const ownAreaOf = (file: string) => `#${file.split('/').slice(0, 2).join('/')}/`

test.each(globSync('{contract,server,web}/**/*.{ts,tsx}'))('%s stays in its room', (file) => {
  const wall = walls.find(({ room }) => room.test(file))!
  expect(
    importsOf(file).filter((path) => !wall.mayImport.test(path) && !path.startsWith(ownAreaOf(file))),
    wall.because,
  ).toEqual([])
})

test('nobody imports what lists the rooms', () => {
  const lists = /^#server\/(app|main|jobs|subscriptions)\.ts$/
  const importers = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    importsOf(file).some((path) => lists.test(path)),
  )
  expect(importers).toEqual([])
})

/** Which rooms each room of the server opens. The platform opens none, so it is part of no circle. */
function openedRooms(): Map<string, Set<string>> {
  const opened = new Map<string, Set<string>>()
  for (const file of globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts', 'server/platform/**'] })) {
    const room = file.split('/')[1]!
    const others = importsOf(file).flatMap((path) => /^#server\/([\w-]+)\//.exec(path)?.[1] ?? [])
    const known = opened.get(room) ?? new Set()
    opened.set(room, new Set([...known, ...others.filter((other) => other !== room && other !== 'platform')]))
  }
  return opened
}

/** The rooms of a way that comes back to where it began, or null. */
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

test('rooms open each other in one direction', () => {
  expect(findCircle(openedRooms())).toBeNull()
})

test('a circle between rooms is found, however long', () => {
  const rooms = { tickets: ['mail', 'files'], mail: ['team'], team: ['audit', 'tickets'], files: [], audit: [] }
  const opened = new Map(Object.entries(rooms).map(([room, others]) => [room, new Set<string>(others)]))
  expect(findCircle(opened)).toEqual(['tickets', 'mail', 'team', 'tickets'])
})

const changesOfFields = Object.keys(ticketFields).map((field) => `${field}.changed`)
const marks = ['snooze', 'spam', 'trash'].flatMap((mark) => [`${mark}.set`, `${mark}.ended`])
/** What `updateTicket` tells of any field is named after the field, and stands nowhere word for word. */
const derived = new Set([...changesOfFields, ...marks])

test.each(Object.keys(events).filter((type) => !derived.has(type)))('the event %s is recorded in one place', (type) => {
  const files = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts'] })
  const places = files.flatMap((file) => readFileSync(file, 'utf8').match(new RegExp(`type: '${type}'`, 'g')) ?? [])
  expect(places).toHaveLength(1)
})

test('only the ticket’s own update tells of its fields', () => {
  const files = globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts'] })
  const literal = new RegExp(`type: '(${[...derived].join('|')})'`)
  expect(files.filter((file) => literal.test(readFileSync(file, 'utf8')))).toEqual([])
})

// One place fetches from elsewhere: the avatar service, whose address is the operator's own setting.
const fetchers = ['server/team/fetch-avatar.ts']

test('nothing on the server fetches from elsewhere but the one place that may', () => {
  const pattern = /(?<![.\w-])fetch\((?!')|from '(node:https?|undici)'/
  const found = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).filter((file) =>
    pattern.test(readFileSync(file, 'utf8').replace(/import type .*/g, '')),
  )
  expect(found).toEqual(fetchers)
})

test('no file is longer than 400 lines', () => {
  const files = globSync('{bin,contract,server,web,test}/**/*.{ts,tsx,mjs,css}')
  const long = files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 401)
  expect(long).toEqual([])
})
