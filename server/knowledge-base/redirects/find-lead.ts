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
  type RedirectTarget,
  type SlugLookup,
} from './queries.ts'
import { redirectPath } from './redirect-path.ts'

export type RedirectResult = { status: 301; location: string } | { status: 410 }
/** `search` includes the question mark. */
type RequestedAddress = { path: string; search?: string }

/** Redirects to pages that the reader cannot open are ignored. */
export async function findRedirectTarget(
  tx: WorkspaceTx,
  reader: Reader,
  { path: given, search = '' }: RequestedAddress,
): Promise<RedirectResult | null> {
  const path = redirectPath(given)
  const former = readFormerAddresses(path)
  const redirect = await findRedirectAt(tx, path, former)
  const languages = await findLanguages(tx)
  if (!redirect) return leadToPage(tx, former, { languages, search })
  const named = former.find((one) => one.locale !== null)?.locale ?? path.split('/')[1]!
  return followRedirect(tx, reader, redirect, { path, languages, language: languageOf(named, languages) })
}

/** An exact redirect takes precedence over patterns. */
async function findRedirectAt(
  tx: WorkspaceTx,
  path: string,
  former: FormerAddress[],
): Promise<RedirectTarget | undefined> {
  const candidates = [path, ...former.flatMap((one) => ('pattern' in one ? one.pattern : []))]
  const found = await listAt(tx, candidates)
  const first = candidates.flatMap((candidate) => found.find((one) => one.path === candidate) ?? [])[0]
  if (first) return first
  const patterns = await listPatterns(tx)
  return patterns.toSorted((one, other) => bySaying(one.path, other.path)).find((one) => isMeant(one.path, path))
}

type RedirectLookup = { path: string; languages: string[]; language: string | null }

async function followRedirect(
  tx: WorkspaceTx,
  reader: Reader,
  redirect: RedirectTarget,
  asked: RedirectLookup,
): Promise<RedirectResult | null> {
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

function leadTo({ slug, language, first }: SlugLookup): RedirectResult {
  const before = language === first ? '' : `/${language}`
  return { status: 301, location: `${before}/knowledgebase/article/${encodeURIComponent(slug)}` }
}

const leadIn = ([first]: string[], language: string | null, rest: string): RedirectResult => ({
  status: 301,
  location: `${language && language !== first ? `/${language}` : ''}/knowledgebase${rest}`,
})

type SpecialPage = Extract<FormerAddress['is'], 'home' | 'search' | 'new-request' | 'requests'>

/** Well-known pages of another help centre, such as its search, lead to the same pages here after an import from it. */
async function leadToPage(tx: WorkspaceTx, former: FormerAddress[], asked: { languages: string[]; search: string }) {
  for (const { maker, is, locale } of former) {
    if (is === 'article' || is === 'place' || !(await hasPathFrom(tx, beginnings[maker]))) continue
    return leadOf(is, locale === null ? null : languageOf(locale, asked.languages), asked)
  }
  return null
}

function leadOf(
  page: SpecialPage,
  language: string | null,
  { languages, search }: { languages: string[]; search: string },
): RedirectResult {
  if (page === 'new-request') return { status: 301, location: '/customer/tickets/create' }
  if (page === 'requests') return { status: 301, location: '/customer/tickets' }
  const asked = new URLSearchParams(search)
  const words = asked.get('query') ?? asked.get('term') ?? asked.get('q') ?? ''
  if (page === 'home' && words === '') return leadIn(languages, language, '')
  return leadIn(languages, language, `/search${words ? `?q=${encodeURIComponent(words)}` : ''}`)
}
