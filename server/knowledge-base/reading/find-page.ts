import type { ReadingPageName, ReadingPages } from '#contract/knowledge-base/reading.ts'
import type { ReadArticle } from '#server/knowledge-base/feedback/views/note-view.ts'
import { findRedirectTarget } from '#server/knowledge-base/redirects/find-lead.ts'
import { redirectPath } from '#server/knowledge-base/redirects/redirect-path.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type Address, type DocumentAddress, isDocumentAddress, readAddress } from './asking/address.ts'
import type { ReadingPaths } from './asking/paths.ts'
import { composeArticle } from './compose/article.ts'
import { composeCategory } from './compose/category.ts'
import { frameOf, headOf } from './compose/frame.ts'
import { composeHome } from './compose/home.ts'
import { composeSearch } from './compose/search.ts'
import { findDocument, type TextDocument, writeMarkdownPage } from './documents/find-document.ts'
import { findCategory } from './queries/categories.ts'
import { findArchived, findText, findTextAt, listIdsBySlug } from './queries/texts.ts'
import { findSpace, inLanguage, type ReadingCall } from './space.ts'

export type ReadingResult =
  | { name: null; status: 301 | 302; location: string }
  | TextDocument
  | { [N in ReadingPageName]: PageStatus & { name: N; content: ReadingPages[N] } }[ReadingPageName]

type PageStatus = { status: 200 | 404 | 410; read?: ReadArticle }

type ReadingPathCall = ReadingCall & Pick<ReadingRequest, 'path'>

type PageAddress = Exclude<Address, DocumentAddress>

// `path` is the page to which the reader returns after sign-in. It has no query, because concurrent requests with
// different queries share an answer.
type ReadingRequest = { tx: WorkspaceTx; reader: Caller; platform: Platform; domain: string; path?: string }

export async function findPageAt(request: ReadingRequest, url: string): Promise<ReadingResult> {
  const path = url.split('?', 1)[0]!
  const found = await findPage({ ...request, path }, readAddress(url))
  if (found.name !== 'missing' || found.status !== 404) return found
  const lead = await findRedirectTarget(request.tx, request.reader, { path, search: url.slice(path.length) })
  if (!lead) return found
  if (lead.status === 301) return moved(lead.location)
  return { ...found, status: 410, content: { ...found.content, body: { ...found.content.body, isGone: true } } }
}

/** Finds a page. Missing, deleted and forbidden articles and categories get one answer, to hide which exist. */
export async function findPage(
  { domain, ...request }: ReadingRequest,
  address: Address | null,
): Promise<ReadingResult> {
  const space = await findSpace(request.tx, domain)
  const { languages, first, base } = space
  const named = address?.language?.toLowerCase()
  const language = named ? languages.find((one) => one.toLowerCase() === named) : first
  const call = { ...request, ...inLanguage(request.platform, space, language ?? first) }
  if (!address || !language) return missing(call)
  if (isDocumentAddress(address) && address.kind !== 'markdown')
    return (await findDocument(call, address)) ?? missing(call)
  const isTeam = request.reader.kind === 'member'
  if (!base.isOpen && !isTeam) return missing(call)
  if (address.kind === 'markdown') return findArticle(call, address.name, 'markdown')
  // Redirects to the usual URL in two cases: the URL spells the language in another case, or it names the first
  // language, whose URLs have no prefix.
  const isNamedOtherwise = address.language !== null && (language === first || address.language !== language)
  const found = await findIn(call, address)
  if (!isNamedOtherwise || found.status !== 200) return found
  return moved(pathOf(address, call.paths))
}

async function findIn(call: ReadingPathCall & { reader: Caller }, address: PageAddress): Promise<ReadingResult> {
  if (address.kind === 'article') return findArticle(call, address.name, 'article')
  if (address.kind === 'category') return findInCategory(call, address.name)
  const isForCustomers = call.space.base.audience === 'customers' && call.reader.kind === 'visitor'
  const own = pathOf(address, call.paths)
  if (isForCustomers) return { name: null, status: 302, location: signInPath(own) }
  if (address.kind === 'search') return { name: 'search', status: 200, content: await composeSearch(call, address) }
  return { name: 'home', status: 200, content: await composeHome(call) }
}

function pathOf(address: PageAddress, paths: ReadingPaths) {
  if (address.kind === 'home') return paths.home
  return address.kind === 'search' ? paths.search(address.words, address.topic) : paths[address.kind](address.name)
}

async function findInCategory(call: ReadingPathCall, slugOrId: string): Promise<ReadingResult> {
  const category = await findCategory(call.tx, call.reader, slugOrId)
  if (!category) return missing(call)
  if (category.slug !== slugOrId) return moved(call.paths.category(category.slug))
  return { name: 'category', status: 200, content: await composeCategory(call, category) }
}

type ArticleFormat = 'article' | 'markdown'

async function findArticle(call: ReadingPathCall, slug: string, form: ArticleFormat): Promise<ReadingResult> {
  const { tx, reader, space } = call
  const text = await findTextAt(tx, reader, slug, call.edition)
  if (!text) return findGone(call, slug, form)
  if (text.slug !== slug) return moved(call.paths[form](text.slug))
  if (form === 'markdown') return writeMarkdownPage(call, text)
  const read = { workspaceId: space.workspace.id, articleId: text.id }
  return { name: 'article', status: 200, read, content: await composeArticle(call, text) }
}

// Finds the answer for a slug of an archived article: 410 or a redirect. Readers who could not read the article get
// 404.
async function findGone(call: ReadingPathCall, slug: string, form: ArticleFormat): Promise<ReadingResult> {
  const { tx, reader, paths, edition } = call
  for (const id of await listIdsBySlug(tx, slug, edition)) {
    const archived = await findArchived(tx, reader, id, edition)
    if (!archived) continue
    if (archived.path && redirectPath(archived.path) !== redirectPath(paths[form](slug))) return moved(archived.path)
    const target = archived.leadsTo ? await findText(tx, reader, archived.leadsTo, edition) : undefined
    return target ? moved(paths[form](target.slug)) : missing(call, 410)
  }
  return missing(call)
}

const moved = (location: string): ReadingResult => ({ name: null, status: 301, location })

function missing(call: ReadingPathCall, status: 404 | 410 = 404): ReadingResult {
  const { space, reader, words } = call
  const content = {
    frame: frameOf(call),
    head: headOf(call, {
      title: `${words.notFound} · ${words.helpOf(space.workspace.name)}`,
      path: null,
      editions: [],
      isIndexed: false,
    }),
    body: { isGone: status === 410, signInPath: reader.kind === 'visitor' ? signInPath(call.path) : null },
  }
  return { name: 'missing', status, content }
}

// Returns the path of the sign-in page. All missing pages show this link to anonymous readers, so the link does not
// reveal which pages exist.
const signInPath = (path: string | undefined) =>
  `/customer/auth/login${path ? `?next=${encodeURIComponent(path)}` : ''}`
