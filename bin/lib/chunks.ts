import { relative } from 'node:path'
import type { Rolldown } from 'vite'

type Graph = Rolldown.ChunkingContext

const root = new URL('../..', import.meta.url).pathname

const vendor = /node_modules\/(react|react-dom|scheduler|react-router)\//
const headless = /node_modules\/(@headlessui|@floating-ui|react-aria|react-stately|@react-aria|tabbable)\//
const combobox =
  /node_modules\/(@tanstack|@headlessui\/react\/dist\/components\/combobox)\/|web\/ui\/(.*\/)?(combobox-select|select)\.tsx$/
const writing =
  /node_modules\/(@tiptap|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|linkifyjs|fast-equals|use-sync-external-store)\//
const documents = /web\/editor\/.*\.tsx?$|node_modules\/diff\//
const mailWords = /web\/service\/tickets\/inbound-mail\/describe-mail\.ts$/
/** Modules that dialogs of several pages load on demand. */
const onDemand =
  /web\/(lib\/writing\/schedule\/schedule-dialog|service\/tickets\/(ticket\/team-choices|composer\/macros\/macro-palette|macros\/macro-preview))\.tsx$/
const charts = /web\/lib\/chart\//
/** Modules of three-way merging. `diff.ts` is excluded, because the editor always needs it to apply a new document. */
const merging = /contract\/writing\/merging\/(?!diff\.ts)/
const icons = /lucide-react\.mjs$/
const allIcons = /lucide-react\/dist\/esm\/icons\/index\.mjs$/

// Names of the groups of modules; each group becomes one JavaScript file. A group may import groups above it in this
// list, but never groups below it.
const chunks = [
  'react',
  'headless',
  'base',
  'shared',
  'customer',
  'sign-in',
  'team',
  'lists',
  'combobox',
  'fields',
  'editors',
  'tickets',
  'ticket',
  'writing',
  'documents',
  'articles',
  'content-fields',
  'content',
  'settings',
  'charts',
  'mail-words',
  'merging',
]

/**
 * Groups modules into files, so that a page loads few files and no code for another audience, such as customers. A
 * module that only one route uses stays in the file of that route.
 */
export const chunkGroups = chunks.map((chunk, index) => ({
  name: (id: string, graph: Graph) => (chunkOf(id, graph) === chunk ? chunk : null),
  priority: chunks.length - index,
}))

function chunkOf(id: string, graph: Graph): string | null {
  if (vendor.test(id)) return 'react'
  if (combobox.test(id)) return 'combobox'
  if (headless.test(id)) return 'headless'
  // The list of tickets needs this code at once, but the page of a ticket needs it only in a dialog. So this code has
  // its own file.
  if (mailWords.test(id)) return 'mail-words'
  if (charts.test(id)) return 'charts'
  // Entries load this code only after two people edited the same entry.
  if (merging.test(id)) return 'merging'
  if (onDemand.test(id)) return null
  if (graph.getModuleInfo(id)?.isEntry) return null
  if ((writing.test(id) || documents.test(id)) && entriesOf(id, graph).length > 1) return writingOf(id, graph)
  const entries = entriesOf(id, graph)
  const areas = new Set(entries.map(areaOf))
  if (entries.length > 1 && entries.every((entry) => settings.test(entry))) return 'settings'
  if (areas.has('every page') || (areas.size > 1 && isOfSignIn(entries))) return 'base'
  if (areas.size > 1 && entries.every((entry) => list.test(entry))) return 'lists'
  if (areas.has('customer') && areas.size > 1) return 'shared'
  if (areas.size > 1 && [...areas].every((area) => withEditors.has(area))) return 'editors'
  if (areas.size > 1) return entries.some((entry) => overviewPages.test(entry)) ? 'team' : 'fields'
  if (entries.length < 2) return null
  return areas.has('tickets') && !entries.some((entry) => overviewPages.test(entry)) ? 'ticket' : areaOf(entries[0]!)
}

/** Ticket replies need only part of the editor, so this part is a separate group. */
const writingOf = (id: string, graph: Graph) =>
  entriesOf(id, graph).some((entry) => areaOf(entry) === 'tickets') ? 'writing' : 'documents'

const areas: [RegExp, string][] = [
  [/^web\/(root|entry\.client)\.tsx$/, 'every page'],
  [/^web\/(auth\/|customer\/auth\/|shell\/auth-layout)/, 'sign-in'],
  [/^web\/(customer\/|shell\/((customer|visitor)-layout|account\/customer-shell|page-boundary))/, 'customer'],
  [/^web\/service\/knowledge-base\/(?!comments|find-and-replace)/, 'articles'],
  [
    /^web\/(fields|cms\/(entry-editor|entry-languages|entry-writing|settings)|service\/settings\/(custom-fields|ticket-forms))\//,
    'content-fields',
  ],
  // Articles and entries share this code and load it on demand.
  [/^web\/lib\/writing\/comments\//, 'articles'],
  [/^web\/cms\//, 'content'],
  [/^web\/service\/(tickets|customers|settings\/macros)\//, 'tickets'],
]

const withEditors = new Set(['articles', 'content', 'content-fields'])

const settings = /^web\/(service|cms)\/settings\//

// Pages that show a table. They share code for tables, search and keyboard shortcuts that the page of one ticket or
// article does not need.
const list =
  /^web\/(team|admin\/audit-log|service\/(tickets\/list|customers\/list|knowledge-base\/(list|feedback)|dashboard)|cms\/(entry-list|dashboard))\//

/** Layouts, lists and dashboards. They do not need the code for the page of a single ticket, article or entry. */
const overviewPages =
  /^web\/(shell|index\.tsx|service\/(tickets\/list|customers\/list|knowledge-base\/(list|feedback)|dashboard))/

const areaOf = (entry: string) => areas.find(([pattern]) => pattern.test(entry))?.[1] ?? 'team'

const isOfSignIn = (entries: string[]) =>
  entries.includes('web/shell/auth-layout.tsx') || entries.filter((entry) => areaOf(entry) === 'sign-in').length > 1

const known = new Map<string, string[]>()

function entriesOf(id: string, graph: Graph): string[] {
  const found = known.get(id)
  if (found) return found
  const entries = new Set<string>()
  const seen = new Set<string>()
  const climb = (at: string, from: string) => {
    const info = graph.getModuleInfo(at)
    if (!info || seen.has(at) || allIcons.test(at)) return
    seen.add(at)
    if (info.isEntry || info.dynamicImporters.length > 0) entries.add(relative(root, at.split('?')[0]!))
    for (const importer of icons.test(at) ? importersOfIcon(from, info, graph) : info.importers) climb(importer, at)
  }
  climb(id, id)
  known.set(id, [...entries])
  return [...entries]
}

/** Finds importers of an icon by its name, because all icons come from one module. */
function importersOfIcon(id: string, { code, importers }: Rolldown.ModuleInfo, graph: Graph): string[] {
  const line = (code ?? '').split('\n').find((each) => each.includes(`/icons${id.slice(id.lastIndexOf('/'))}`)) ?? ''
  const names = [...line.matchAll(/default as (\w+)/g)].map(([, name]) => name)
  const named = new RegExp(`\\b(${names.join('|')})\\b`)
  return importers.filter((importer) => named.test(graph.getModuleInfo(importer)?.code ?? ''))
}
