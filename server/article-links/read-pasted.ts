import type { readDocument } from '#contract/document-reading.ts'
import type { PastedDocument } from '#contract/read-document.ts'
import { fromHtml } from '#server/document-reading/from-html.ts'
import { fromMarkdown } from '#server/document-reading/from-markdown.ts'
import { isAnchor } from '#server/documents/check/attributes.ts'
import { referencesOf } from '#server/documents/render/references-of.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { ApartCall } from '#server/platform/http/serve.ts'
import { readArticleAddress } from './article-address.ts'
import { listArticlesOfSlugs } from './queries.ts'

/** What was written elsewhere as a document, and the articles whose addresses stand in it. */
export async function readPasted(call: ApartCall<typeof readDocument>): Promise<PastedDocument> {
  const { html, markdown } = call.body
  const read = html === undefined ? fromMarkdown(markdown!) : fromHtml(html)
  const origin = call.platform.settings.workspaceOrigin(call.caller.domain)
  const own = [...new Set(referencesOf(read.document).links.map(({ href }) => href))].flatMap(
    (href) => readArticleAddress(href, origin) ?? [],
  )
  const articles = own.length > 0 ? await call.inTransaction((tx) => listArticlesAt(tx, own)) : []
  return { ...read, articles }
}

type Address = NonNullable<ReturnType<typeof readArticleAddress>>

async function listArticlesAt(tx: WorkspaceTx, addresses: Address[]): Promise<PastedDocument['articles']> {
  const [first] = await findLanguages(tx)
  const found = await listArticlesOfSlugs(
    tx,
    addresses.map(({ slug }) => slug),
  )
  const ids = new Map(found.map(({ language, slug, id }) => [`${language} ${slug}`, id]))
  return addresses.flatMap(({ href, language, slug, anchor }) => {
    const id = ids.get(`${language ?? first} ${slug}`)
    return id ? [{ href, reference: { kind: 'article' as const, id, ...(isAnchor(anchor) && { anchor }) } }] : []
  })
}
