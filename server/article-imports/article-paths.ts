import { posix } from 'node:path'

/** Texts by the endings of their names. */
const texts = /\.(?:md|markdown|html?)$/i

export const isText = (path: string) => texts.test(path)
export const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path)

/** What archivers and systems leave beside the files. */
export const isLitter = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db')

/** `guides/setup.de.md` is the German of the article `guides/setup`. */
export function partsOf(path: string, languages: readonly string[]): { thing: string; language: string | null } {
  const stem = path.replace(texts, '')
  const ending = /\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)$/.exec(stem)?.[1]
  const language = languages.find((one) => one.toLowerCase() === ending?.toLowerCase())
  return language ? { thing: stem.slice(0, -ending!.length - 1), language } : { thing: stem, language: null }
}

const ways = ['', '.md', '.markdown', '.html', '.htm', '/index.md', '/README.md', '/index.html']

/** An address that is meant within the files: no scheme, no other host, more than a place on its own page. */
export const isRelative = (address: string) => !/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?|$)/i.test(address)

/** Which of the files an address in one of them means; a slash in front is the root of all. */
export function findPath(from: string, address: string, has: (path: string) => boolean): string | null {
  const [path = ''] = address.split(/[?#]/)
  const decoded = decode(path)
  const joined = decoded.startsWith('/') ? decoded.slice(1) : posix.join(posix.dirname(from), decoded)
  const plain = joined.replace(/\/+$/, '').normalize('NFC')
  return ways.map((way) => plain + way).find(has) ?? null
}

export const anchorIn = (address: string) => decode(/#(.{1,200})$/.exec(address)?.[1] ?? '')

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
