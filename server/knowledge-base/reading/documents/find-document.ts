import { writeMarkdownFor } from '#server/knowledge-base/articles/rendering/find-addresses.ts'
import type { DocumentAddress } from '#server/knowledge-base/reading/asking/address.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { readingOf } from '#server/knowledge-base/reading/compose/article.ts'
import { editionOf } from '#server/knowledge-base/reading/compose/edition.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { wordsOf } from '#server/knowledge-base/reading/compose/tree.ts'
import { listFound } from '#server/knowledge-base/reading/queries/categories.ts'
import { type Line, listLatest, type Text } from '#server/knowledge-base/reading/queries/texts.ts'
import { type ReadingCall, wordsIn } from '#server/knowledge-base/reading/space.ts'
import { inTreeOrder } from '#server/platform/trees/tree.ts'
import { escapeText } from '#server/writing/documents/render/inline-markdown.ts'
import { writeEmbeddedSearch } from './embedded-search.ts'
import { writeFeed } from './feed.ts'
import { writeSitemap } from './sitemap.ts'

export type FoundDocument = {
  name: 'document'
  status: 200
  type: string
  text: string
  isIndexed: boolean
  /** Pages of any origin may load it. */
  isForAnyOrigin?: boolean
}
/** Where a document is by now. */
export type MovedDocument = { name: null; status: 301; location: string }
/** What is no text of an article, which is found as its page is. */
type ListAddress = Exclude<DocumentAddress, { kind: 'markdown' }>

/** What programs read: the same for everybody, as an anonymous reader may see it; null where there is nothing to tell. */
export async function findDocument(
  call: ReadingCall,
  address: ListAddress,
): Promise<FoundDocument | MovedDocument | null> {
  const { isOpen, audience } = call.space.base
  const isForAll = isOpen && audience === 'public'
  if (address.kind === 'robots') return plain(writeRobots(call, isForAll))
  if (!isForAll) return null
  if (address.kind === 'embedded-search') return writeEmbeddedSearch(call)
  if (address.kind === 'llms') return plain(await writeLlms(call))
  if (address.kind === 'feed') {
    const feed = await writeFeed(call, address.category)
    if (feed && typeof feed === 'object') return { name: null, status: 301, location: feed.path }
    return document('application/atom+xml', feed)
  }
  return document('application/xml', await writeSitemap(call, address.part))
}

const plain = (text: string) => document('text/plain', text)

const document = (type: string, text: string | null): FoundDocument | null =>
  text === null ? null : { name: 'document', status: 200, type: `${type}; charset=utf-8`, text, isIndexed: true }

/** An article as it is read by programs, with whole addresses. Search engines keep to its page. */
export async function writeTwin(call: ReadingCall, text: Text): Promise<FoundDocument> {
  const [origin, reading] = [originOf(call), readingOf(call, text)]
  const body = await writeMarkdownFor(
    call.tx,
    {
      ...reading,
      async findFiles(tx, ids) {
        const { picture, file } = await reading.findFiles(tx, ids)
        return {
          picture: (id) => wholeAddress(origin, picture(id)?.src),
          file: (id) => wholeAddress(origin, file(id))?.src ?? null,
        }
      },
      articleUrl: (slug, language) => origin + reading.articleUrl(slug, language),
      categoryUrl: (slug, language) => origin + reading.categoryUrl(slug, language),
    },
    text,
  )
  const page = origin + pathsIn(call.language, call.space.first).article(text.slug)
  const updated = call.platform.reading.words(text.language).updated(text.publishedAt.slice(0, 10))
  const written = `# ${escapeText(oneLine(text.title))}\n\n${body}\n---\n\n<${page}>, ${updated}\n`
  return { name: 'document', status: 200, type: 'text/markdown; charset=utf-8', text: written, isIndexed: false }
}

const wholeAddress = (origin: string, path: string | null | undefined) => (path ? { src: origin + path } : null)

const closedAreas = ['/api/', '/auth/', '/customer/', '/service/', '/cms/', '/team', '/admin/']

/** What robots may read (RFC 9309): nothing at all where it is not for everybody. */
function writeRobots(call: ReadingCall, isOpen: boolean): string {
  if (!isOpen) return 'User-agent: *\nDisallow: /\n'
  const closed = closedAreas.map((area) => `Disallow: ${area}`).join('\n')
  return `User-agent: *\n${closed}\n\nSitemap: ${originOf(call)}/sitemap.xml\n`
}

const mostListed = 5000

/** The articles as a list for language models (llmstxt.org): a line each, by category. */
async function writeLlms(call: ReadingCall): Promise<string> {
  const { tx, reader, space } = call
  const words = wordsIn(call)
  const [categories, lines] = await Promise.all([
    listFound(tx, reader),
    listLatest(tx, reader, editionOf(call), mostListed),
  ])
  const standing = Map.groupBy(lines, ({ categoryId }) => categoryId)
  const section = (title: string, of: Line[]) => [
    `## ${oneLine(title)}`,
    '',
    ...of.map((line) => writeLine(call, line)),
    '',
  ]
  return [
    `# ${oneLine(words.helpOf(space.workspace.name))}`,
    '',
    ...inTreeOrder(categories).flatMap((category) => {
      const of = standing.get(category.id) ?? []
      return of.length > 0 ? section(wordsOf(category, call).name, of) : []
    }),
    ...(standing.has(null) ? section(words.more, standing.get(null)!) : []),
  ].join('\n')
}

function writeLine(call: ReadingCall, { language, slug, title, excerpt }: Line): string {
  const url = originOf(call) + pathsIn(language, call.space.first).markdown(slug)
  const about = excerpt ? `: ${oneLine(excerpt)}` : ''
  return `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${url})${about}`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
