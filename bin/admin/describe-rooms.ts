import { globSync, readFileSync } from 'node:fs'

/** What each room of the server is about, in the order they are shown: whoever opens none first. */
const about: Record<string, string> = {
  accounts: 'a team address that may sign in',
  audit: 'who did what that an admin may want to know',
  search: 'words and cursors of lists',
  files: 'uploads, pictures, signed addresses, bytes',
  customers: 'people outside the team, their addresses',
  team: 'members, invitations, profiles',
  workspaces: 'the space of a startup, its settings and trial',
  identity: 'codes, tokens, sessions, of team and customers',
  'outgoing-mail': 'answers, acknowledgements and notices by mail',
  tickets: 'a ticket, its state, its lists and search',
  'ticket-changes': 'changes of up to 100 tickets, and their way back',
  conversation: 'what is said on a ticket: opened, written, held, judged',
  'inbound-mail': 'which mail becomes what',
  upkeep: 'what time does: close, wake, purge, prune',
  overview: 'the report and the set-up of Service',
  'live-events': 'the stream that tells open pages',
  operations: 'health and readiness',
  'development-mailbox': 'mail while there is no relay and the server listens on loopback',
  pages: "the web's pages in the server: guard, cookies, the API in process",
  demo: 'the two companies of `--demo`',
}

const begin = '<!-- rooms: written by `npm run admin -- write-types` -->\n'
const end = '<!-- /rooms -->'

const pattern = /^(?:import|export)\s[^'"=]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** What a file imports, as it is written there. */
export const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, from, bare, later]) => (from ?? bare ?? later)!)

export const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}', '**/fixtures/**'] })

/** Which rooms each room of the server opens. The platform opens none, so it is part of no circle. */
export function openedRooms(): Map<string, Set<string>> {
  const opened = new Map<string, Set<string>>()
  for (const file of globSync('server/*/**/*.ts', { exclude: ['**/*.test.ts', 'server/platform/**'] })) {
    const room = file.split('/')[1]!
    const others = importsOf(file).flatMap((path) => /^#server\/([\w-]+)\//.exec(path)?.[1] ?? [])
    const known = opened.get(room) ?? new Set()
    opened.set(room, new Set([...known, ...others.filter((other) => other !== room && other !== 'platform')]))
  }
  return opened
}

/** HOUSE.md with its map of rooms as the code has it. */
export function drawRooms(house: string): string {
  const opened = openedRooms()
  const order = Object.keys(about)
  const rooms = [...new Set([...order, ...opened.keys()])]
  const rows = rooms.map((room) => {
    const others = [...(opened.get(room) ?? [])].sort((a, b) => order.indexOf(a) - order.indexOf(b))
    return `| \`${room}\` | ${about[room] ?? '?'} | ${others.join(', ') || '-'} |\n`
  })
  const map = `| room | is about | may open |\n|---|---|---|\n${rows.join('')}`
  const [before, rest] = house.split(begin) as [string, string]
  return before + begin + map + rest.slice(rest.indexOf(end))
}
