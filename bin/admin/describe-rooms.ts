import { globSync, readFileSync } from 'node:fs'
import { drawPart } from './draw-part.ts'

// A house is a top folder of `server`. Its subfolders are rooms. A house without rooms has its files in the folder
// itself.
type House = { name: string; about: string; rooms: Record<string, string> }

/**
 * Houses from the lowest to the highest. A house may import itself and the houses before it, but the houses in
 * `products` may not import each other.
 */
export const houses: House[] = [
  {
    name: 'platform',
    about:
      'HTTP, database, jobs, events, mail and its parsing, storage, pictures, checks of API keys, requests to other hosts; knows no business word',
    rooms: {},
  },
  {
    name: 'search',
    about: 'lists of every kind',
    rooms: {
      words: 'words and queries of a search, cursors, external ids',
      following: 'the order in which rows changed, for programs that follow them',
    },
  },
  { name: 'files', about: 'uploads, pictures, signed URLs, bytes', rooms: {} },
  {
    name: 'workspace',
    about: 'the workspace and its people',
    rooms: {
      accounts: 'team addresses that may sign in, daily limits for invitations',
      languages: 'the languages that a workspace writes in',
      audit: 'the audit log for admins, and the history of a thing',
      companies: 'companies of customers, their domains, who shares tickets',
      customers: 'people outside the team, their addresses',
      team: 'members, invitations, profiles',
      'api-keys': 'API keys: created, limited, revoked, counted',
      settings: 'a workspace, its settings and its trial',
      identity: 'sign-in codes, tokens, sessions, for members and customers',
      readers: 'who reads a public page, and what is already in their cache',
    },
  },
  { name: 'pages', about: "the web app's pages: guard, cookies, forms, the API in process", rooms: {} },
  {
    name: 'writing',
    about: 'texts that people write, and other people read',
    rooms: {
      documents: 'long texts: check, render, merge, compare',
      'document-reading': 'conversion of HTML and Markdown to documents',
      'text-life': 'the life of a text: slug, review, schedule, versions',
      comments: 'comments of the team, mentions, mails about reviews and schedules',
    },
  },
  {
    name: 'fields',
    about: 'values with a kind',
    rooms: {
      kinds: 'each kind of field: check, compare, deliver',
      values: 'values of several fields: check, read, render',
      'custom-fields': 'fields that a workspace defines, their values, and how queries find them',
      profiles: 'customers and companies with the values of their custom fields',
    },
  },
  {
    name: 'bulk',
    about: 'changes, imports and exports of many things',
    rooms: {
      batches: 'changes of many things: progress, cancel, undo',
      exports: 'files with data of a workspace',
      imports: 'files from elsewhere: check, report, import, resume',
    },
  },
  {
    name: 'tickets',
    about: 'the helpdesk',
    rooms: {
      statuses: 'the statuses of a workspace, in six categories',
      forms: 'forms that customers fill in to write a request',
      teams: 'teams of members, to which tickets belong',
      tags: 'the tags of tickets: found, listed, counted',
      ticket: 'a ticket, its state, its lists and its search',
      views: 'saved views of tickets: columns, groups, counts',
      followers: 'members who follow a ticket',
      macros: 'macros: changes and texts that agents apply to tickets',
      'outgoing-mail': 'replies, confirmations and notices by mail',
      conversation: 'messages of a ticket: write, hold, send, moderate',
      'side-conversations': 'mail of the team with people outside about a ticket, which customers never see',
      imports: 'tickets from another system, with their ids',
      changes: 'changes of many tickets, and their undo',
      'inbound-mail': 'mail that becomes tickets and messages, people in CC',
      'visitor-requests': 'requests of people without an account, until a code confirms their address',
      links: 'links between tickets',
      problems: 'replies to all incidents of a problem, and who was told',
      merging: 'tickets that were merged or split',
    },
  },
  {
    name: 'knowledge-base',
    about: 'articles for readers',
    rooms: {
      categories: 'the tree of categories, and who may read it',
      articles: 'an article: write, review, publish, schedule',
      versions: 'versions of an article: list, compare, restore',
      comments: 'comments on an article',
      redirects: 'URLs of an earlier help centre',
      links: 'links of a text to articles and to other hosts, broken links',
      files: 'pictures and files of published articles, preview pictures of links',
      search: 'search for readers, suggestions for a request, search log, synonyms',
      feedback: 'ratings, comments and views of articles',
      reading: 'the public pages, their cache, share links to drafts',
      imports: 'articles from files and from other help centres',
      exports: 'articles as Markdown or HTML',
      changes: 'changes of many articles, find and replace',
      reports: 'views, ratings and searches by day',
    },
  },
  {
    name: 'content',
    about: 'the headless CMS',
    rooms: {
      models: 'models and components, and their changes',
      media: 'the media library',
      'media-delivery': 'URLs of the library, pictures in every size',
      categories: 'the tree of categories of entries',
      projection: 'entries as readers get them, rendered once; fallback languages',
      filters: 'filters and orders of entries',
      entries: 'an entry: write, review, publish, schedule, versions',
      comments: 'comments on an entry',
      'entry-links': 'share links to drafts of entries',
      changes: 'changes of many entries',
      views: 'saved lists of entries',
      delivery: 'published entries for sites: filter, sort, join',
      description: "the OpenAPI document of a workspace's models",
    },
  },
  {
    name: 'help',
    about: 'where tickets and articles meet',
    rooms: {
      deflections: 'records which suggested articles a customer saw, and what came of it',
      'article-uses': 'replies that link to articles, quotes from articles',
      'reader-feedback': 'tickets from feedback on articles, remarks of members on articles',
      'knowledge-gaps': 'what readers miss in the knowledge base',
    },
  },
  {
    name: 'live',
    about: 'what happens now',
    rooms: {
      events: 'the live stream for pages and programs',
      presence: 'who looks at or writes what',
    },
  },
  {
    name: 'overview',
    about: 'what looks across the products',
    rooms: {
      reports: 'dashboard and set-up',
      leaving: 'the work of a member who leaves',
      people: 'customers who are merged, exported or erased, across the products',
      palette: 'search of all products for the command palette',
      'file-links': 'new links to a file of any product',
    },
  },
  {
    name: 'operations',
    about: 'what keeps an installation going',
    rooms: {
      health: 'health, readiness, metrics',
      upkeep: 'closing, waking and purging by time',
      'development-mailbox': 'mail on localhost while there is no relay',
      demo: 'the two companies of `--demo`',
    },
  },
]

/** Names of the product houses. A product house may not import another one. */
export const products = ['tickets', 'knowledge-base', 'content']

const pattern = /^(?:import|export)\s[^'"=]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

export const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, from, bare, later]) => (from ?? bare ?? later)!)

export const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}', '**/fixtures/**'] })

/**
 * Returns the room of a file as `house/room`, or the house alone if it has no rooms. Undefined for a folder that is not
 * in `houses`.
 */
export function roomOf(file: string, root = 'server'): string | undefined {
  const [house, room] = file.slice(root.length + 1).split('/')
  const known = root === 'server' ? houses.find(({ name }) => name === house) : undefined
  if (root === 'server' && !known) return undefined
  return known && Object.keys(known.rooms).length > 0 ? `${house}/${room}` : house
}

const openedBy = (path: string, root: string) => {
  const target = path.startsWith(`#${root}/`) && path.split('/').length > 2 ? path.slice(1) : undefined
  return target && roomOf(target, root)
}

/** Maps each room to the other rooms that it imports. Leaves out the house `platform`, which every room may import. */
export function openedRooms(root = 'server'): Map<string, Set<string>> {
  const opened = new Map<string, Set<string>>()
  for (const file of globSync(`${root}/*/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}', 'server/platform/**'] })) {
    const room = roomOf(file, root)
    if (!room) continue
    const others = importsOf(file).flatMap((path) => openedBy(path, root) ?? [])
    const known = opened.get(room) ?? new Set()
    opened.set(room, new Set([...known, ...others.filter((other) => other !== room && other !== 'platform')]))
  }
  return opened
}

export const drawRooms = (page: string): string => drawPart(page, 'rooms', drawMap())

function drawMap() {
  const lines = houses.flatMap(({ name, about, rooms }) => [
    `| **\`${name}\`** | ${about} |`,
    ...Object.entries(rooms).map(([room, text]) => `| \`${name}/${room}\` | ${text} |`),
  ])
  return `| \`server\` | is about |\n|---|---|\n${lines.join('\n')}\n`
}
