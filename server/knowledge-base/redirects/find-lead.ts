import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { beginnings, type FormerAddress, languageOf, readFormerAddresses } from './former-addresses.ts'
import { bySaying, isMeant } from './patterns.ts'
import {
  findArchived,
  findCategorySlug,
  findPlace,
  hasPathFrom,
  listAt,
  listPatterns,
  type Place,
  type Target,
} from './queries.ts'
import { redirectPath } from './redirect-path.ts'

export type Lead = { status: 301; location: string } | { status: 410 }
/** `search` is what stands behind the path, with its question mark. */
type RequestedAddress = { path: string; search?: string }

/**
 * Where an address leads at which there is no page; null where that is nowhere. To what is not the reader's it leads no more
 * than to what never was.
 */
export async function findLead(
  tx: WorkspaceTx,
  reader: Reader,
  { path: given, search = '' }: RequestedAddress,
): Promise<Lead | null> {
  const path = redirectPath(given)
  const former = readFormerAddresses(path)
  const redirect = await findRedirectAt(tx, path, former)
  const languages = await findLanguages(tx)
  if (!redirect) return leadToPage(tx, former, { languages, search })
  const named = former.find((one) => one.locale !== null)?.locale ?? path.split('/')[1]!
  return followRedirect(tx, reader, redirect, { path, languages, language: languageOf(named, languages) })
}

/** What was said of the address itself counts before what was said of many. */
async function findRedirectAt(tx: WorkspaceTx, path: string, former: FormerAddress[]): Promise<Target | undefined> {
  const candidates = [path, ...former.flatMap((one) => ('pattern' in one ? one.pattern : []))]
  const found = await listAt(tx, candidates)
  const first = candidates.flatMap((candidate) => found.find((one) => one.path === candidate) ?? [])[0]
  if (first) return first
  const patterns = await listPatterns(tx)
  return patterns.toSorted((one, other) => bySaying(one.path, other.path)).find((one) => isMeant(one.path, path))
}

type Following = { path: string; languages: string[]; language: string | null }

async function followRedirect(
  tx: WorkspaceTx,
  reader: Reader,
  redirect: Target,
  asked: Following,
): Promise<Lead | null> {
  const { path, languages, language } = asked
  const { articleId, categoryId } = redirect
  if (categoryId !== null) {
    const slug = await findCategorySlug(tx, reader, categoryId)
    return slug ? leadIn(languages, language, `/category/${encodeURIComponent(slug)}`) : null
  }
  if (articleId === null) return { status: 410 }
  const place = await findPlace(tx, reader, articleId, language)
  if (place) return leadTo(place)
  const archived = await findArchived(tx, reader, articleId)
  if (!archived) return null
  if (archived.path && redirectPath(archived.path) !== path) return { status: 301, location: archived.path }
  const next = archived.leadsTo ? await findPlace(tx, reader, archived.leadsTo, language) : undefined
  return next ? leadTo(next) : { status: 410 }
}

function leadTo({ slug, language, first }: Place): Lead {
  const before = language === first ? '' : `/${language}`
  return { status: 301, location: `${before}/knowledgebase/article/${encodeURIComponent(slug)}` }
}

const leadIn = ([first]: string[], language: string | null, rest: string): Lead => ({
  status: 301,
  location: `${language && language !== first ? `/${language}` : ''}/knowledgebase${rest}`,
})

type Page = Extract<FormerAddress['is'], 'home' | 'search' | 'new-request' | 'requests'>

/** Pages that every help centre of a maker has lead to those of this one, once anything of that maker was moved here. */
async function leadToPage(tx: WorkspaceTx, former: FormerAddress[], asked: { languages: string[]; search: string }) {
  for (const { maker, is, locale } of former) {
    if (is === 'article' || is === 'place' || !(await hasPathFrom(tx, beginnings[maker]))) continue
    return leadOf(is, locale === null ? null : languageOf(locale, asked.languages), asked)
  }
  return null
}

function leadOf(
  page: Page,
  language: string | null,
  { languages, search }: { languages: string[]; search: string },
): Lead {
  if (page === 'new-request') return { status: 301, location: '/customer/tickets/create' }
  if (page === 'requests') return { status: 301, location: '/customer/tickets' }
  const asked = new URLSearchParams(search)
  const words = asked.get('query') ?? asked.get('term') ?? asked.get('q') ?? ''
  if (page === 'home' && words === '') return leadIn(languages, language, '')
  return leadIn(languages, language, `/search${words ? `?q=${encodeURIComponent(words)}` : ''}`)
}
