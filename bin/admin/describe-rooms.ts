import { globSync, readFileSync } from 'node:fs'
import { drawPart } from './draw-part.ts'

type Rooms = Record<string, string>

/** What each room of the server is about, in the order they are shown: whoever opens none first. */
const ofServer: Rooms = {
  accounts: 'a team address that may sign in',
  audit: 'who did what that an admin may want to know',
  search: 'words and cursors of lists',
  documents: 'long texts: what they may hold, their renderings, merge and compare',
  'document-reading': 'HTML and Markdown that become documents',
  files: 'uploads, pictures, signed addresses, bytes',
  customers: 'people outside the team, their addresses',
  team: 'members, invitations, profiles',
  'api-keys': 'keys by which programs call: made, limited, revoked, counted',
  batches: 'work over many things that takes longer than a call: begun, stepped, cancelled, undone',
  exports: 'what is written out of a workspace as a file: begun, written, cancelled, forgotten',
  imports: 'files from elsewhere that are taken in: read, reported, stepped, cancelled, gone on with',
  workspaces: 'the space of a startup, its settings and trial',
  identity: 'codes, tokens, sessions, of team and customers',
  'unsolicited-mail': 'how much mail that nobody asked for may go in a day',
  'outgoing-mail': 'answers, acknowledgements and notices by mail',
  tickets: 'a ticket, its state, its lists and search',
  following: 'in which order tickets, messages, customers and articles changed, for programs that follow them',
  'ticket-changes': 'changes of up to 100 tickets, and their way back',
  conversation: 'what is said on a ticket: opened, written, held, judged',
  'ticket-imports': 'tickets that programs import from another system, with its ids',
  'inbound-mail': 'which mail becomes what',
  'request-copies': 'people whom a customer puts in copy of their request',
  'knowledge-base': 'its categories, and who may read what',
  articles: 'an article: written, published, kept in versions',
  'article-versions': 'what an article was: listed, read, compared, restored',
  'article-feedback':
    'what readers make of articles: how often they are read, whether they help, and what is done about that',
  redirects: 'addresses of an earlier help centre',
  'article-exports': 'articles as Markdown or HTML, with their pictures',
  'article-imports': 'files, and help centres of other makers, that become articles, categories and redirects',
  'outside-links': 'whether what articles lead to elsewhere is still there',
  'article-uses': 'replies that lead to articles, and what is put into them',
  'article-links': 'which articles the addresses in texts are, and what drafts lead to in vain',
  readers: 'who reads a public page, and what they have of it already',
  'article-files': 'pictures and files of live texts, at addresses that last',
  media: 'the media library: its files, what is said of them, folders, where they are used',
  'file-links': 'a new link to a file, for whoever may read what holds it',
  'media-delivery': 'the addresses of the library, and pictures in every size',
  'social-cards': 'the picture that is drawn of an article where somebody links to it',
  deflections: 'requests that customers wrote while articles were shown beside them, and what became of them',
  'article-search': 'what readers find by words, and what was searched',
  synonyms: 'words that find what others are written with',
  reading: 'the public pages of the knowledge base, kept in memory',
  previews: 'drafts for whoever has a link',
  'field-kinds': 'what each kind of field takes, and how its values are compared and delivered',
  fields: 'values of fields: checked, read as their fields are today, rendered',
  'content-models': 'what entries are made of, changed while they are read',
  'content-categories': 'the tree in which entries stand',
  'content-projection': 'what readers have of an entry, rendered once',
  'content-unique': 'values that no two entries of a model have',
  'content-filters': 'filters and orders of entries, in the words of the API',
  entries: 'an entry: written, published, kept in versions',
  'entry-links': 'links to drafts of entries, which are keys that open one draft and end',
  comments: 'what the team says of a thing among themselves, and who is mentioned',
  'article-changes':
    'changes of many articles, or of all that match, as batches; words that are found and replaced in them',
  'entry-changes': 'changes of many entries, or of all that match, as batches',
  'content-views': 'lists of entries that are kept under a name',
  'content-delivery': 'what is published, by filter, order and fields',
  'content-description': 'the API of the models of a workspace, typed',
  upkeep: 'what time does: close, wake, purge, prune',
  'knowledge-base-reports': 'how articles are read, judged and searched, day by day',
  'knowledge-gaps': 'what readers miss in the knowledge base, and what is decided about it',
  overview: 'the report and the set-up of Service',
  'live-events': 'the stream that tells open pages and programs',
  leaving: 'what becomes of the work of somebody who leaves',
  presence: 'who of the team is where, for as long as they say so',
  operations: 'health and readiness',
  'development-mailbox': 'mail on a localhost name while there is no relay, for this machine alone',
  pages: "the web's pages in the server: guard, cookies, the API in process",
  demo: 'the two companies of `--demo`',
}

/** The same of the pages of Service. */
const ofService: Rooms = {
  tickets: 'what a ticket is to the pages that show one, and how it is changed',
  'inbound-mail': 'why a mail became what it became',
  conversation: 'what was said, and how far it is read',
  composer: 'what is being written, its draft and its way back',
  'create-ticket': 'a ticket that the team writes',
  'ticket-list': 'views, search, rows, changes of many',
  ticket: 'the page of one: bar, panel, keys',
  'article-checks': 'what to look at before an article is published',
  'article-versions': 'what an article was, and what differs',
  'article-languages': 'the languages of an article, one beside another',
  'article-editor': 'the page on which an article is written: its text, its details, its states',
  'article-comments': 'what the team says of an article and its blocks, beside its text',
  'article-details': 'what is said of an article beside its text: labels, related articles, its picture',
  'article-preview': 'a draft as its readers will see it, and the links that show it',
  'knowledge-base': 'what an article and a category are to the pages that show one',
  'article-list': 'the list of articles: places, filters, rows, changes of many',
  'article-words': 'words that are found in many articles and replaced',
  'article-feedback': 'what readers said of articles, and what is done about it',
  'knowledge-base-overview': 'what there is in the knowledge base, and what waits',
  'knowledge-base-reports': 'how articles are read, judged and searched, day by day',
  'knowledge-gaps': 'what readers miss, and what is decided about it',
  'articles-in-and-out': 'articles that are imported and exported',
  categories: 'the tree of categories, the order in each, and one to edit',
  onboarding: 'the set-up, step by step',
  dashboard: 'the report',
  settings: 'what an admin sets',
}

const pattern = /^(?:import|export)\s[^'"=]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm

/** What a file imports, as it is written there. */
export const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, from, bare, later]) => (from ?? bare ?? later)!)

export const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}', '**/fixtures/**'] })

/** Which rooms each room of a root opens. The platform opens none, so it is part of no circle. */
export function openedRooms(root = 'server'): Map<string, Set<string>> {
  const opened = new Map<string, Set<string>>()
  for (const file of globSync(`${root}/*/**/*.{ts,tsx}`, { exclude: ['**/*.test.{ts,tsx}', 'server/platform/**'] })) {
    const [room = ''] = file.slice(root.length + 1).split('/')
    const others = importsOf(file).flatMap((path) => openedBy(path, root) ?? [])
    const known = opened.get(room) ?? new Set()
    opened.set(room, new Set([...known, ...others.filter((other) => other !== room && other !== 'platform')]))
  }
  return opened
}

const openedBy = (path: string, root: string) => new RegExp(`^#${root}/([\\w-]+)/`).exec(path)?.[1]

/** HOUSE.md with its maps of rooms as the code has them. */
export function drawRooms(house: string): string {
  return drawPart(house, 'rooms', `${mapOf('server', ofServer)}\n${mapOf('web/service', ofService)}`)
}

function mapOf(root: string, about: Rooms) {
  const opened = openedRooms(root)
  const order = Object.keys(about)
  const rooms = [...new Set([...order, ...opened.keys()])]
  const rows = rooms.map((room) => {
    const others = [...(opened.get(room) ?? [])].sort((a, b) => order.indexOf(a) - order.indexOf(b))
    return `| \`${room}\` | ${about[room] ?? '?'} | ${others.join(', ') || '-'} |\n`
  })
  return `| room of \`${root}\` | is about | may open |\n|---|---|---|\n${rows.join('')}`
}
