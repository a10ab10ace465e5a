import { posix } from 'node:path'
import { uuidPattern } from '#contract/uuid.ts'
import { decodeIfValid } from '#server/knowledge-base/redirects/redirect-path.ts'

const texts = /\.(?:md|markdown|html?)$/i

const exportedFile = new RegExp(`^files/(${uuidPattern})/[^/]+$`)

/** Returns whether the path is an article text. Exported Markdown attachments are not article texts. */
export const isText = (path: string) => texts.test(path) && !exportedFile.test(path)
/** Returns the id in the path of an exported file, even if the archive lacks the file. */
export const exportedFileIn = (from: string, address: string): string | null =>
  (isRelative(address) && exportedFile.exec(joinPath(from, address))?.[1]) || null
export const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path)

export const isLitter = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db')

/** Splits a path into article and language: `guides/setup.de.md` is the German text of the article `guides/setup`. */
export function partsOf(path: string, languages: readonly string[]): { thing: string; language: string | null } {
  const stem = path.replace(texts, '')
  const ending = /\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/.exec(stem)?.[1]
  const language = languages.find((one) => one.toLowerCase() === ending?.toLowerCase())
  return language ? { thing: stem.slice(0, -ending!.length - 1), language } : { thing: stem, language: null }
}

const ways = ['', '.md', '.markdown', '.html', '.htm', '/index.md', '/README.md', '/index.html']

/** Returns whether the URL is a path without scheme and host. */
export const isRelative = (address: string) => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/i.test(address)

/** Finds the file in the archive to which a URL refers. A leading slash means the root of the archive. */
export function findPath(from: string, address: string, has: (path: string) => boolean): string | null {
  const plain = joinPath(from, address).replace(/\/+$/, '').normalize('NFC')
  return ways.map((way) => plain + way).find(has) ?? null
}

function joinPath(from: string, address: string): string {
  const path = decodeIfValid(address.split(/[?#]/)[0]!)
  return path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path)
}

export const anchorIn = (address: string) => decodeIfValid(/#(.{1,200})$/.exec(address)?.[1] ?? '')

/** Removes characters that file systems refuse and parts that would leave the folder. */
export const folderName = (name: string) =>
  name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '') || '-'

type Category = { id: string; parent: string | null; names: string[] }

export function namesFromTop(tree: readonly Category[]): Map<string, string[]> {
  const places = new Map(tree.map((one) => [one.id, one]))
  const namesOf = (id: string | null): string[] => {
    const place = id ? places.get(id) : undefined
    return place ? [...namesOf(place.parent), place.names[0] ?? place.id] : []
  }
  return new Map(tree.map(({ id }) => [id, namesOf(id)]))
}

export const folderOf = (names: readonly string[]) => names.map(folderName).join('/')

export function findFolder(from: string, address: string): string | null {
  const path = decodeIfValid(address.split(/[?#]/)[0]!)
  if (!isRelative(address) || !path.endsWith('/')) return null
  const joined = posix.join(posix.dirname(from), path).replace(/\/+$/, '').normalize('NFC')
  return joined.startsWith('..') ? null : joined
}

export function foldersOf(paths: readonly string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/').slice(0, -1)
    for (let depth = 1; depth <= parts.length; depth += 1) folders.add(parts.slice(0, depth).join('/'))
  }
  return folders
}
