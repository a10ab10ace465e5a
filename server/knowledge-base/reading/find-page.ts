import type { ReadingPageName, ReadingPages } from '#contract/knowledge-base/reading.ts'
import type { ReadArticle } from '#server/knowledge-base/feedback/views/note-view.ts'
import { findLead } from '#server/knowledge-base/redirects/find-lead.ts'
import { redirectPath } from '#server/knowledge-base/redirects/redirect-path.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { type Address, type DocumentAddress, isDocumentAddress, readAddress } from './asking/address.ts'
import { pathsIn } from './asking/paths.ts'
import { composeArticle } from './compose/article.ts'
import { composeCategory } from './compose/category.ts'
import { editionOf } from './compose/edition.ts'
import { frameOf, headOf } from './compose/frame.ts'
import { composeHome } from './compose/home.ts'
import { composeSearch } from './compose/search.ts'
import { type FoundDocument, findDocument, writeTwin } from './documents/find-document.ts'
import { findCategory } from './queries/categories.ts'
import { findArchived, findText, findTextAt, listIdsBySlug } from './queries/texts.ts'
import { findSpace, type ReadingCall, wordsIn } from './space.ts'

/** A page to draw, or the path where it is. */
export type FoundPage =
  | { name: null; status: 301 | 302; location: string }
  | FoundDocument
  | { [N in ReadingPageName]: Page & { name: N; content: ReadingPages[N] } }[ReadingPageName]

/** `read` names the article that it shows. */
type Page = { status: 200 | 404 | 410; read?: ReadArticle }

type AskedCall = ReadingCall & Pick<Asked, 'path'>

type PageAddress = Exclude<Address, DocumentAddress>

/** `path` is what signing in leads back to; all who ask for it meanwhile get one answer, so it has no query. */
type Asked = { tx: WorkspaceTx; reader: Caller; platform: Platform; domain: string; path?: string }

/** The same at an address as it was asked for; where nothing is, what an admin said of it. */
export async function findAt(asked: Asked, url: string): Promise<FoundPage> {
  const path = url.split('?', 1)[0]!
  const found = await findPage({ ...asked, path }, readAddress(url))
  if (found.name !== 'missing' || found.status !== 404) return found
  const lead = await findLead(asked.tx, asked.reader, { path, search: url.slice(path.length) })
  if (!lead) return found
  if (lead.status === 301) return moved(lead.location)
  return { ...found, status: 410, content: { ...found.content, body: { ...found.content.body, isGone: true } } }
}

/** What is at an address for a reader. What never was, what is no more and what is not theirs is one answer. */
export async function findPage({ domain, ...asked }: Asked, address: Address | null): Promise<FoundPage> {
  const space = await findSpace(asked.tx, domain)
  const { languages, first, base } = space
  const named = address?.language?.toLowerCase()
  const language = named ? languages.find((one) => one.toLowerCase() === named) : first
  const call = { ...asked, space, language: language ?? first }
  if (!address || !language) return missing(call)
  if (isDocumentAddress(address) && address.kind !== 'markdown')
    return (await findDocument(call, address)) ?? missing(call)
  const isTeam = asked.reader.kind === 'member'
  if (!base.isOpen && !isTeam) return missing(call)
  if (address.kind === 'markdown') return findArticle(call, address.name, 'markdown')
  // Written otherwise than it is: in other case, or for the first language, which needs no name.
  const isNamedOtherwise = address.language !== null && (language === first || address.language !== language)
  const found = await findIn(call, address)
  if (!isNamedOtherwise || found.status !== 200) return found
  return moved(pathOf(address, pathsIn(language, first)))
}

async function findIn(call: AskedCall & { reader: Caller }, address: PageAddress): Promise<FoundPage> {
  if (address.kind === 'article') return findArticle(call, address.name, 'article')
  if (address.kind === 'category') return findInCategory(call, address.name)
  const isForCustomers = call.space.base.audience === 'customers' && call.reader.kind === 'visitor'
  const own = pathOf(address, pathsIn(call.language, call.space.first))
  if (isForCustomers) return { name: null, status: 302, location: signInPath(own) }
  if (address.kind === 'search') return { name: 'search', status: 200, content: await composeSearch(call, address) }
  return { name: 'home', status: 200, content: await composeHome(call) }
}

function pathOf(address: PageAddress, paths: ReturnType<typeof pathsIn>) {
  if (address.kind === 'home') return paths.home
  return address.kind === 'search' ? paths.search(address.words, address.topic) : paths[address.kind](address.name)
}

async function findInCategory(call: AskedCall, slugOrId: string): Promise<FoundPage> {
  const category = await findCategory(call.tx, call.reader, slugOrId)
  if (!category) return missing(call)
  if (category.slug !== slugOrId) return moved(pathsIn(call.language, call.space.first).category(category.slug))
  return { name: 'category', status: 200, content: await composeCategory(call, category) }
}

/** Its page, or what programs read of it. */
type Form = 'article' | 'markdown'

/** An address that it had before leads to the one it has, however often that changed. */
async function findArticle(call: AskedCall, slug: string, form: Form): Promise<FoundPage> {
  const { tx, reader, space, language } = call
  const text = await findTextAt(tx, reader, slug, editionOf(call))
  if (!text) return findGone(call, { slug, form })
  if (text.slug !== slug) return moved(pathsIn(language, space.first)[form](text.slug))
  if (form === 'markdown') return writeTwin(call, text)
  const read = { workspaceId: space.workspace.id, articleId: text.id }
  return { name: 'article', status: 200, read, content: await composeArticle(call, text) }
}

type GoneAddress = { slug: string; form: Form }

/** What is archived is told apart from what never was, to those alone who might have read it. */
async function findGone(call: AskedCall, { slug, form }: GoneAddress): Promise<FoundPage> {
  const { tx, reader, space, language } = call
  const paths = pathsIn(language, space.first)
  const edition = editionOf(call)
  for (const id of await listIdsBySlug(tx, slug, edition)) {
    const archived = await findArchived(tx, reader, id, edition)
    if (!archived) continue
    if (archived.path && redirectPath(archived.path) !== redirectPath(paths[form](slug))) return moved(archived.path)
    const target = archived.leadsTo ? await findText(tx, reader, archived.leadsTo, edition) : undefined
    return target ? moved(paths[form](target.slug)) : missing(call, 410)
  }
  return missing(call)
}

const moved = (location: string): FoundPage => ({ name: null, status: 301, location })

function missing(call: AskedCall, status: 404 | 410 = 404): FoundPage {
  const { space, reader } = call
  const words = wordsIn(call)
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

/** The same for what is there and what is not, which is found out by whoever is signed in. */
const signInPath = (path: string | undefined) =>
  `/customer/auth/login${path ? `?next=${encodeURIComponent(path)}` : ''}`
