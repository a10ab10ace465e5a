import type { readDocument } from '#contract/writing/document-reading.ts'
import { type PastedDocument, type ReadDocument, settlePictures } from '#contract/writing/read-document.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { CallWithoutTransaction } from '#server/platform/http/serve.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { fromHtml } from '#server/writing/document-reading/from-html.ts'
import { fromMarkdown } from '#server/writing/document-reading/from-markdown.ts'
import { isAnchor } from '#server/writing/documents/check/attributes.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { readArticleAddress } from './article-address.ts'
import { listArticlesOfSlugs } from './queries.ts'

export async function readPasted(call: CallWithoutTransaction<typeof readDocument>): Promise<PastedDocument> {
  const { html, markdown, pictures } = call.body
  const { anchors: _, ...whole } = html === undefined ? fromMarkdown(markdown!) : fromHtml(html)
  const read = pictures === 'links' ? withLinks(whole) : whole
  if (!writesArticles(call.caller)) return { ...read, articles: [] }
  const origin = call.platform.settings.workspaceOrigin(call.caller.domain)
  const own = [...new Set(referencesOf(read.document).links.map(({ href }) => href))].flatMap(
    (href) => readArticleAddress(href, origin) ?? [],
  )
  const articles = own.length > 0 ? await call.inTransaction((tx) => listArticlesAt(tx, own)) : []
  return { ...read, articles }
}

// Replaces linked pictures by links. Removes pictures that are embedded in the HTML and reports each of them in
// `leftOut`.
function withLinks(read: ReadDocument): ReadDocument {
  const lost = read.pictures.filter(({ src }) => !/^https?:/i.test(src))
  return {
    ...read,
    document: settlePictures(read, new Map()),
    pictures: [],
    leftOut: [
      ...read.leftOut,
      ...lost.map(({ src }) => ({ kind: 'picture-dropped' as const, about: src.slice(0, 100) })),
    ],
  }
}

/** Returns whether the caller is allowed to write articles. Only such callers may learn which articles exist. */
const writesArticles = ({ isAdmin, key }: Member) => isAdmin && (key?.scopes.includes('knowledge-base:write') ?? true)

type Address = NonNullable<ReturnType<typeof readArticleAddress>>

async function listArticlesAt(tx: WorkspaceTx, addresses: Address[]): Promise<PastedDocument['articles']> {
  const [first] = await findLanguages(tx)
  const slugs = addresses.map(({ slug }) => slug)
  const found = await listArticlesOfSlugs(tx, slugs)
  const ids = new Map(found.map(({ language, slug, id }) => [`${language} ${slug}`, id]))
  return addresses.flatMap(({ href, language, slug, anchor }) => {
    const id = ids.get(`${language ?? first} ${slug}`)
    return id ? [{ href, reference: { kind: 'article' as const, id, ...(isAnchor(anchor) && { anchor }) } }] : []
  })
}
