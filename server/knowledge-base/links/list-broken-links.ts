import type { z } from 'zod'
import type { BrokenLink as contract, linkFaults } from '#contract/knowledge-base/links.ts'
import type { Document } from '#contract/writing/document.ts'
import { chosenLanguage } from '#server/knowledge-base/articles/publication/states.ts'
import { findDraft, type ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import { hashOfAddress, outsideAddress } from '#server/knowledge-base/articles/texts/article-text.ts'
import { narrow } from '#server/knowledge-base/categories/visibility.ts'
import { findRedirectTarget } from '#server/knowledge-base/redirects/find-lead.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { headingsOf } from '#server/writing/documents/render/outline.ts'
import { type DocumentReferences, referencesOf } from '#server/writing/documents/render/references-of.ts'
import { decodeAnchor, readArticleAddress } from './article-address.ts'
import { listBroken } from './outside/queries.ts'
import { type LinkTarget, listArticleTargets, listCategoryTargets, listIdsOfSlugs } from './queries.ts'

type BrokenLink = z.output<typeof contract>
type Broken<Kind extends BrokenLink['kind']> = Extract<BrokenLink, { kind: Kind }>
type ArticleLink = { kind: 'article' | 'category'; id: string | null; href: string | null; anchor: string | null }

/** Lists the links, includes and references of a draft that the readers of the article could not open. */
export async function listBrokenLinks(call: ReadCall, articleId: string, wanted: { language?: string | undefined }) {
  const { tx } = call
  const language = await chosenLanguage(tx, wanted)
  const draft = await findDraft(tx, articleId, language)
  if (!draft) throw new Refusal('text-not-found')
  const references = referencesOf(draft.text.document)
  const links = distinct(await linksIn(call, references))
  const targets = await findTargets(call, links, language)
  const inside = links.flatMap((link): BrokenLink | [] => {
    const target = link.id ? targets.get(link.id) : undefined
    const fault = faultOf(link, target, draft.article.audience)
    return fault ? { ...link, title: target?.title ?? '', fault } : []
  })
  const here = brokenWithin(articleId, draft.text.document, references)
  return [...here, ...inside, ...(await listBrokenOutside(call, references))]
}

function brokenWithin(id: string, document: Document, { links }: DocumentReferences): BrokenLink[] {
  const anchors = new Set(headingsOf(document).map(({ anchor }) => anchor))
  const hrefs = new Set(links.map(({ href }) => href).filter((href) => /^#./.test(href)))
  return [...hrefs].flatMap((href): BrokenLink | [] => {
    const anchor = decodeAnchor(href.slice(1))
    if (anchors.has(anchor) || anchor === 'top') return []
    return { kind: 'article', id, href, title: '', anchor, fault: 'no-such-section' }
  })
}

async function listBrokenOutside(
  { tx, platform }: ReadCall,
  { links }: DocumentReferences,
): Promise<Broken<'outside'>[]> {
  if (!platform.settings.checksOutsideLinks) return []
  const hrefs = [...new Set(links.map(({ href }) => href))]
  const addresses = hrefs.flatMap((href) => outsideAddress(href) ?? [])
  const broken = await findBroken(tx, addresses)
  return hrefs.flatMap((href) => {
    const found = broken.get(outsideAddress(href) ?? '')
    if (!found?.fault || !found.checkedAt) return []
    return { kind: 'outside', href, fault: found.fault, status: found.status, checkedAt: found.checkedAt }
  })
}

function faultOf(
  { anchor }: ArticleLink,
  target: LinkTarget | undefined,
  audience: LinkTarget['audience'],
): (typeof linkFaults)[number] | null {
  if (!target || target.isTrashed) return 'gone'
  if (!target.isLive) return 'not-published'
  if (narrow({ audience, isListed: true }, target.audience).audience !== audience) return 'not-for-all-readers'
  const isMissing = anchor && target.document && !headingsOf(target.document).some((one) => one.anchor === anchor)
  return isMissing ? 'no-such-section' : null
}

async function findTargets({ tx }: ReadCall, links: ArticleLink[], language: string): Promise<Map<string, LinkTarget>> {
  const idsOf = (kind: ArticleLink['kind'], those = links) =>
    those.flatMap((link) => (link.kind === kind && link.id) || [])
  const sectioned = idsOf(
    'article',
    links.filter(({ anchor }) => anchor !== null),
  )
  const found = [
    ...(await listArticleTargets(tx, idsOf('article'), sectioned, language)),
    ...(await listCategoryTargets(tx, idsOf('category'), language)),
  ]
  return new Map(found.map((target) => [target.id, target]))
}

// Returns the links of a text to articles and categories: references, and URLs of articles on this host. Omits a URL
// without an article if a redirect handles it.
async function linksIn({ tx, caller, platform }: ReadCall, written: DocumentReferences): Promise<ArticleLink[]> {
  const origin = platform.settings.workspaceOrigin(caller.domain!)
  const own = written.links.flatMap(({ href }) => readArticleAddress(href, origin) ?? [])
  const slugs = own.map(({ slug }) => slug)
  const ids = await listIdsOfSlugs(tx, slugs)
  const links: ArticleLink[] = written.references.map(({ reference: { kind, id, anchor = null } }) => ({
    kind,
    id,
    href: null,
    anchor,
  }))
  for (const { href, slug, path, anchor } of own) {
    const id = ids.get(slug) ?? null
    if (id || !(await findRedirectTarget(tx, { kind: 'member' }, { path })))
      links.push({ kind: 'article', id, href, anchor })
  }
  return links
}

const distinct = (links: ArticleLink[]) => [...new Map(links.map((link) => [JSON.stringify(link), link])).values()]

async function findBroken(tx: WorkspaceTx, addresses: string[]) {
  const found = addresses.length > 0 ? await listBroken(tx, addresses.map(hashOfAddress)) : []
  return new Map(found.map(({ url, ...broken }) => [url, broken]))
}
