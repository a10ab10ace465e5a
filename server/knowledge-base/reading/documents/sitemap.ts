import { listVisibleCategories } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { pathsIn } from '#server/knowledge-base/reading/asking/paths.ts'
import { originOf } from '#server/knowledge-base/reading/compose/frame.ts'
import { listEverything } from '#server/knowledge-base/reading/queries/texts.ts'
import type { ReadingCall } from '#server/knowledge-base/reading/space.ts'
import { xml, xmlDocument } from '#server/platform/html/escape-html.ts'

const mostUrls = 5000
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * Writes a sitemap of all pages that search engines are allowed to index. Too many URLs for one file are split into
 * parts, with an index. Returns null for an unknown part.
 */
export async function writeSitemap(call: ReadingCall, part: number | null): Promise<string | null> {
  const urls = await listUrls(call)
  const parts = Math.ceil(urls.length / mostUrls)
  if (part === null && parts > 1) return writeIndex(originOf(call), parts)
  if (part !== null && (parts < 2 || part > parts)) return null
  const shown = part === null ? urls : urls.slice((part - 1) * mostUrls, part * mostUrls)
  return xmlDocument(`<urlset ${schema}>`, ...shown.map(writeUrl), '</urlset>')
}

type SitemapUrl = { url: string; changedAt?: string }

const writeUrl = ({ url, changedAt }: SitemapUrl) =>
  `<url><loc>${xml(url)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ''}</url>`

function writeIndex(origin: string, parts: number): string {
  const lines = Array.from(
    { length: parts },
    (_, at) => `<sitemap><loc>${origin}/sitemap-${at + 1}.xml</loc></sitemap>`,
  )
  return xmlDocument(`<sitemapindex ${schema}>`, ...lines, '</sitemapindex>')
}

async function listUrls(call: ReadingCall): Promise<SitemapUrl[]> {
  const { tx, reader, space } = call
  const origin = originOf(call)
  const [categories, texts] = await Promise.all([
    listVisibleCategories(tx, reader),
    listEverything(tx, reader, space.languages),
  ])
  const lists = space.languages.flatMap((language) => {
    const paths = pathsIn(language, space.first)
    return [paths.home, ...categories.map(({ slug }) => paths.category(slug))]
  })
  return [
    ...lists.map((path) => ({ url: origin + path })),
    ...texts.map(({ language, slug, publishedAt }) => ({
      url: origin + pathsIn(language, space.first).article(slug),
      changedAt: publishedAt,
    })),
  ]
}
