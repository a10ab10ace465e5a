import { maxQueryLength } from '#contract/knowledge-base/search.ts'
import { decodeOrNull } from '#server/knowledge-base/redirects/redirect-path.ts'

/** A parsed URL. `language` is spelled as in the URL; null means the first language of the workspace. */
export type Address = { language: string | null } & (
  | { kind: 'home' }
  | { kind: 'category'; name: string }
  | { kind: 'article'; name: string }
  | { kind: 'search'; words: string; topic: string | null }
  | DocumentAddress
)
export type DocumentAddress =
  | { kind: 'feed'; category: string | null }
  | { kind: 'sitemap'; part: number | null }
  | { kind: 'robots' }
  | { kind: 'llms' }
  | { kind: 'embedded-search' }
  | { kind: 'markdown'; name: string }

export function readAddress(url: string): Address | null {
  const [path, query] = url.split(/\?(.*)/s, 2)
  const [, first, second, ...rest] = path!
    .replace(/(?<=.)\/+$/, '')
    .split('/')
    .map(decode)
  if (first === 'knowledgebase') return withinBase(null, [second, ...rest], query)
  if (second === 'knowledgebase' && first) return withinBase(first, rest, query)
  return second === undefined ? atRoot(first ?? '') : null
}

const ofHelpCentre = /^(?:\/[a-z]{2,3}(?:-[A-Za-z0-9-]+)?)?\/knowledgebase(?=\/|$)/

/** Replaces a URL with invalid percent-encoding or a zero byte by a URL that leads to a 404 page. */
export function readableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path, query = ''] = url.split(/\?(.*)/s, 2)
  const [base] = ofHelpCentre.exec(path!) ?? []
  if (!base) return url
  if (decode(path!)?.includes('\0') ?? true) return path!.replaceAll('%', '%25')
  return query.includes('%00') ? `${base}/article/%2500` : url
}

export const isDocumentAddress = (address: Address): address is Address & DocumentAddress =>
  ['feed', 'sitemap', 'robots', 'llms', 'embedded-search', 'markdown'].includes(address.kind)

function atRoot(name: string): Address | null {
  if (name === 'robots.txt') return { language: null, kind: 'robots' }
  if (name === 'llms.txt') return { language: null, kind: 'llms' }
  const [isMap, part] = /^sitemap(?:-([1-9]\d{0,3}))?\.xml$/.exec(name) ?? []
  return isMap ? { language: null, kind: 'sitemap', part: part ? Number(part) : null } : null
}

type AddressPart = string | null | undefined

function withinBase(language: string | null, [kind, name, ...rest]: AddressPart[], query = ''): Address | null {
  if (kind === undefined) return { language, kind: 'home' }
  if (kind === 'search' && name === undefined) return { language, kind, ...searchIn(query) }
  if (kind === 'search.js' && name === undefined) return { language, kind: 'embedded-search' }
  if (kind === 'feed.xml' && name === undefined) return { language, kind: 'feed', category: null }
  if (!name || name.length > 200) return null
  if (kind === 'category' && rest.length === 1 && rest[0] === 'feed.xml')
    return { language, kind: 'feed', category: name }
  if (rest.length > 0) return null
  // Slugs contain only letters, numbers and hyphens, so `.md` is unambiguous.
  if (kind === 'article' && name.endsWith('.md')) return { language, kind: 'markdown', name: name.slice(0, -3) }
  return kind === 'category' || kind === 'article' ? { language, kind, name } : null
}

function searchIn(query: string) {
  const parameters = new URLSearchParams(query)
  const topic = parameters.get('topic')?.slice(0, 200) || null
  return { words: (parameters.get('q') ?? '').trim().slice(0, maxQueryLength), topic }
}

const decode = (part: string) => decodeOrNull(part)?.normalize('NFC') ?? null
