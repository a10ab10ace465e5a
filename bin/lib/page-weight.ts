import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Manifest } from '#web/lib/area-manifest.ts'

/** Sizes in compressed bytes. `opens`: loaded before the page works. `later`: loaded on demand, such as a dialog. */
export type Weights = {
  files: Record<string, number>
  pages: Record<string, Page>
}

type Table = Manifest & { routes: Record<string, { hasDefaultExport?: boolean }> }

type Page = {
  opens: number
  later: number
  loads: string
}

const assignment = 'window.__reactRouterManifest='

export function weighPages(build: string): Weights {
  const read = readFilesOnce()
  const app = join(build, 'client/assets')
  const files: Weights['files'] = {}
  const pages: Weights['pages'] = {}
  const weigh = (id: string, paths: Iterable<string>) => {
    const opens = new Set(paths)
    const later = reach(opens, read)
    const sum = (set: Iterable<string>) => [...set].reduce((bytes, path) => bytes + read(path).bytes, 0)
    pages[id] = { opens: sum(opens), later: sum(later), loads: [...new Set([...opens].map(nameOf))].sort().join(' ') }
    for (const path of [...opens, ...later]) files[nameOf(path)] = sum(siblingsOf(path))
  }
  for (const name of readdirSync(app).filter((each) => /^manifest-.+\.js$/.test(each))) {
    const table = join(app, name)
    const manifest: Table = JSON.parse(read(table).text.slice(assignment.length).replace(/;\s*$/, ''))
    const inApp = (address: string) => join(app, basename(address.replace(/#$/, '')))
    for (const [id, route] of Object.entries(manifest.routes))
      if (route?.hasDefaultExport && !isLayout(manifest, id))
        weigh(id, [table, ...[...preloaded(manifest), ...matched(manifest, id)].map(inApp)])
  }
  const inPublic = (folder: string, source: string) => {
    const pages = join(build, 'knowledge-base', folder)
    return join(pages, JSON.parse(read(join(pages, '.vite/manifest.json')).text)[source].file)
  }
  const ofPages = ['web/knowledge-base-script/index.ts', 'web/knowledge-base/reading.css']
  weigh(
    'knowledge-base',
    ofPages.map((source) => inPublic('client', source)),
  )
  weigh('knowledge-base on another site', [inPublic('embed', 'web/knowledge-base-embed/index.ts')])
  weigh('request form on another site', [inPublic('request-form', 'web/request-form-embed/index.ts')])
  return { files: sorted(files), pages: sorted(pages) }
}

const preloaded = ({ entry }: Manifest) => [entry.module, ...entry.imports]

function matched(manifest: Manifest, id: string): string[] {
  const route = manifest.routes[id]
  if (!route) return []
  const own = [route.module, ...(route.imports ?? []), ...(route.css ?? [])]
  return [...own, ...(route.parentId ? matched(manifest, route.parentId) : [])]
}

const isLayout = ({ routes }: Manifest, id: string) => Object.values(routes).some((route) => route?.parentId === id)

type Read = (path: string) => { text: string; bytes: number }

function reach(opens: ReadonlySet<string>, read: Read): Set<string> {
  const reached = new Set(opens)
  for (const path of reached)
    if (path.endsWith('.js'))
      for (const [, name] of read(path).text.matchAll(/["'`](?:\.\/|assets\/)([\w.-]+\.(?:js|css))["'`]/g))
        reached.add(join(dirname(path), name!))
  return new Set([...reached].filter((path) => !opens.has(path)))
}

function readFilesOnce(): Read {
  const known = new Map<string, ReturnType<Read>>()
  return (path) => {
    const sent = existsSync(`${path}.br`) ? `${path}.br` : path
    const found = known.get(path) ?? { text: readFileSync(path, 'utf8'), bytes: statSync(sent).size }
    known.set(path, found)
    return found
  }
}

const nameOf = (path: string) =>
  basename(path)
    .replace(/^manifest-\w+-/, 'manifest-')
    .replace(/-[\w-]{8}(?=\.\w+$)/, '')

const siblingsOf = (path: string) =>
  readdirSync(dirname(path))
    .filter((name) => /\.(js|css)$/.test(name) && nameOf(name) === nameOf(path))
    .map((name) => join(dirname(path), name))

const sorted = <T>(map: Record<string, T>) =>
  Object.fromEntries(Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1)))

const room = 0.03

export function tooHeavy(now: Weights, budget: Weights): string[] {
  return Object.entries(now.pages).flatMap(([id, page]) => {
    const allowed = budget.pages[id]
    if (!allowed) return [`${id} has no budget yet`]
    const over = (['opens', 'later'] as const).filter((part) => page[part] > allowed[part] * (1 + room))
    return over.map((part) => {
      const grown =
        part === 'opens'
          ? explain(page.loads.split(' '), allowed.loads.split(' '), now, budget)
          : explainAll(now, budget)
      return `${id} ${part} ${page[part]} bytes, of ${allowed[part]} and ${room * 100} %: ${grown.join(', ')}`
    })
  })
}

const explain = (loads: string[], before: string[], now: Weights, budget: Weights) =>
  loads.flatMap((name) => {
    const more = now.files[name]! - (before.includes(name) ? (budget.files[name] ?? 0) : 0)
    return more > 0 ? [`${name} +${more}`] : []
  })

const explainAll = (now: Weights, budget: Weights) =>
  explain(Object.keys(now.files), Object.keys(budget.files), now, budget)
