import { writeMarkdownFor } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { listVisibleCategories } from '#server/knowledge-base/categories/categories/show-categories.ts'
import type { DocumentAddress } from '#server/knowledge-base/reading/asking/address.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { readingOf } from '#server/knowledge-base/reading/compose/article.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { wordsOf } from '#server/knowledge-base/reading/compose/tree.ts'
import { type ArticlePageText, type ArticleSummary, listLatest } from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { inTreeOrder } from '#server/platform/trees/tree.ts'
import { escapeText } from '#server/writing/documents/render/to-markdown.ts'
import { writeEmbeddedSearch } from './embedded-search.ts'
import { writeFeed } from './feed.ts'
import { writeSitemap } from './sitemap.ts'

export type TextDocument = {
  name: 'document'
  status: 200
  type: string
  text: string
  isIndexed: boolean
  isForAnyOrigin?: boolean
}
export type MovedDocument = { name: null; status: 301; location: string }
type ListAddress = Exclude<DocumentAddress, { kind: 'markdown' }>

/** Finds a document with the content that anonymous readers may see. Returns null if there is no such document. */
export async function findDocument(
  call: ReadingCall,
  address: ListAddress,
): Promise<TextDocument | MovedDocument | null> {
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

const document = (type: string, text: string | null): TextDocument | null =>
  text === null ? null : { name: 'document', status: 200, type: `${type}; charset=utf-8`, text, isIndexed: true }

export async function writeMarkdownPage(call: ReadingCall, text: ArticlePageText): Promise<TextDocument> {
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
  const page = origin + call.paths.article(text.slug)
  const updated = call.platform.reading.words(text.language).updated(text.publishedAt.slice(0, 10))
  const written = `# ${escapeText(oneLine(text.title))}\n\n${body}\n---\n\n<${page}>, ${updated}\n`
  return { name: 'document', status: 200, type: 'text/markdown; charset=utf-8', text: written, isIndexed: false }
}

const wholeAddress = (origin: string, path: string | null | undefined) => (path ? { src: origin + path } : null)

const closedAreas = ['/api/', '/auth/', '/customer/', '/service/', '/cms/', '/team', '/admin/']

/** Writes robots.txt (RFC 9309). Unless the help centre is open to everyone, it disallows all paths. */
function writeRobots(call: ReadingCall, isOpen: boolean): string {
  if (!isOpen) return 'User-agent: *\nDisallow: /\n'
  const closed = closedAreas.map((area) => `Disallow: ${area}`).join('\n')
  return `User-agent: *\n${closed}\n\nSitemap: ${originOf(call)}/sitemap.xml\n`
}

const mostListed = 5000

// Writes llms.txt (llmstxt.org): one line for each of the latest articles, at most `mostListed`, grouped by category.
async function writeLlms(call: ReadingCall): Promise<string> {
  const { tx, reader, space } = call
  const words = call.words
  const [categories, lines] = await Promise.all([
    listVisibleCategories(tx, reader),
    listLatest(tx, reader, call.edition, mostListed),
  ])
  const standing = Map.groupBy(lines, ({ categoryId }) => categoryId)
  const section = (title: string, of: ArticleSummary[]) => [
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

function writeLine(call: ReadingCall, { language, slug, title, excerpt }: ArticleSummary): string {
  const url = originOf(call) + pathsIn(language, call.space.first).markdown(slug)
  const about = excerpt ? `: ${oneLine(excerpt)}` : ''
  return `- [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${url})${about}`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
