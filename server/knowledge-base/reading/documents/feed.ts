import { listVisibleCategories } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { wordsOf } from '#server/knowledge-base/reading/compose/tree.ts'
import { findCategory, type PublicCategory } from '#server/knowledge-base/reading/queries/categories.ts'
import { type ArticleSummary, listLatest } from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { xml, xmlDocument } from '#server/platform/html/escape-html.ts'
import { isWithin } from '#server/platform/trees/tree.ts'

const mostEntries = 50

/**
 * Writes an Atom feed (RFC 4287) of the help centre or of a category. Returns `path` if the slug of the category has
 * changed, and null if there is no such listed category.
 */
export async function writeFeed(call: ReadingCall, slugOrId: string | null): Promise<string | { path: string } | null> {
  const { tx, reader, space, paths } = call
  const about = call.words.helpOf(space.workspace.name)
  if (slugOrId === null) return write(call, about, paths.home, await listLatest(tx, reader, call.edition, mostEntries))
  const category = await findCategory(tx, reader, slugOrId)
  if (!category?.isListed) return null
  const path = paths.category(category.slug)
  if (slugOrId !== category.slug && slugOrId !== category.id) return { path: `${path}/feed.xml` }
  const within = await listWithin(call, category)
  const lines = await listLatest(tx, reader, call.edition, mostEntries, within)
  return write(call, `${wordsOf(category, call).name} · ${about}`, path, lines)
}

async function listWithin({ tx, reader }: ReadingCall, { id }: PublicCategory): Promise<string[]> {
  const categories = await listVisibleCategories(tx, reader)
  const places = new Map(categories.map((category) => [category.id, category]))
  return categories.filter((category) => isWithin(places, category.id, id)).map((category) => category.id)
}

function write(call: ReadingCall, title: string, path: string, lines: ArticleSummary[]): string {
  const { space, language } = call
  const url = originOf(call) + path
  const updatedAt = lines[0]?.publishedAt ?? new Date(0).toISOString()
  return xmlDocument(
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(language)}">`,
    `<title>${xml(title)}</title><id>${xml(url)}</id><updated>${updatedAt}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(url)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${url}/feed.xml`)}"/>`,
    `<author><name>${xml(space.workspace.name)}</name></author>`,
    ...lines.map((line) => writeEntry(call, line)),
    '</feed>',
  )
}

function writeEntry(call: ReadingCall, { id, language, slug, title, excerpt, publishedAt }: ArticleSummary): string {
  const url = originOf(call) + pathsIn(language, call.space.first).article(slug)
  return `<entry><title>${xml(title)}</title><id>urn:uuid:${id}</id><updated>${publishedAt}</updated><link rel="alternate" type="text/html" href="${xml(url)}"/><summary>${xml(excerpt)}</summary></entry>`
}
