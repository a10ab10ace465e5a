import type { Reader } from '#server/knowledge-base/categories/visibility.ts'
import type { FindRedirect } from '#server/pages/serve-pages.ts'
import { asVisitor, inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { type FormerAddress, languageOf, patternPrefixes, readFormerAddresses } from './former-addresses.ts'
import { bySpecificity, matchesPattern } from './patterns.ts'
import type { RedirectTarget, SlugLookup } from './queries.ts'
import * as queries from './queries.ts'
import { redirectPath } from './redirect-path.ts'

type RedirectResult = { status: 301; location: string } | { status: 410 }
/**
 * Finds where a path redirects to. Returns null if there is no redirect, or if the reader cannot open its target.
 * `search` includes the question mark.
 */
export async function findRedirectTarget(
  tx: WorkspaceTx,
  reader: Reader,
  { path: requested, search = '' }: { path: string; search?: string },
): Promise<RedirectResult | null> {
  const path = redirectPath(requested)
  const former = readFormerAddresses(path)
  const redirect = await findRedirectAt(tx, path, former)
  const languages = await findLanguages(tx)
  if (!redirect) return leadToPage(tx, former, languages, search)
  const named = former.find((one) => one.locale !== null)?.locale ?? path.split('/')[1]!
  return followRedirect(tx, reader, redirect, path, languages, languageOf(named, languages))
}

async function findRedirectAt(
  tx: WorkspaceTx,
  path: string,
  former: FormerAddress[],
): Promise<RedirectTarget | undefined> {
  const candidates = [path, ...former.flatMap((one) => ('pattern' in one ? one.pattern : []))]
  const found = await queries.listAt(tx, candidates)
  const first = candidates.flatMap((candidate) => found.find((one) => one.path === candidate) ?? [])[0]
  if (first) return first
  const patterns = await queries.listPatterns(tx)
  return patterns
    .toSorted((one, other) => bySpecificity(one.path, other.path))
    .find((one) => matchesPattern(one.path, path))
}

async function followRedirect(
  tx: WorkspaceTx,
  reader: Reader,
  { articleId, categoryId }: RedirectTarget,
  path: string,
  languages: string[],
  language: string | null,
): Promise<RedirectResult | null> {
  if (categoryId !== null) {
    const slug = await queries.findCategorySlug(tx, reader, categoryId)
    return slug ? leadIn(languages, language, `/category/${encodeURIComponent(slug)}`) : null
  }
  if (articleId === null) return { status: 410 }
  const place = await queries.findPlace(tx, reader, articleId, language)
  if (place) return leadTo(place)
  const archived = await queries.findArchived(tx, reader, articleId)
  if (!archived) return null
  if (archived.path && redirectPath(archived.path) !== path) return { status: 301, location: archived.path }
  const next = archived.leadsTo ? await queries.findPlace(tx, reader, archived.leadsTo, language) : undefined
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

// Redirects general pages of a former help centre, such as its search page, if the workspace imported from it.
async function leadToPage(tx: WorkspaceTx, former: FormerAddress[], languages: string[], search: string) {
  for (const { maker, is, locale } of former) {
    if (is === 'article' || is === 'category' || !(await queries.hasPathFrom(tx, patternPrefixes[maker]))) continue
    return leadOf(is, languages, locale === null ? null : languageOf(locale, languages), search)
  }
  return null
}

function leadOf(
  page: Exclude<FormerAddress['is'], 'article' | 'category'>,
  languages: string[],
  language: string | null,
  search: string,
): RedirectResult {
  if (page === 'new-request') return { status: 301, location: '/customer/tickets/create' }
  if (page === 'requests') return { status: 301, location: '/customer/tickets' }
  const parameters = new URLSearchParams(search)
  const words = parameters.get('query') ?? parameters.get('term') ?? parameters.get('q') ?? ''
  if (page === 'home' && words === '') return leadIn(languages, language, '')
  return leadIn(languages, language, `/search${words ? `?q=${encodeURIComponent(words)}` : ''}`)
}

export const findLeadFor: FindRedirect = (platform, { workspace, caller, ...request }) => {
  const reading = { isReading: true }
  if (caller?.workspaceId === workspace.id)
    return inWorkspace(platform.app, workspace.id, (tx) => findRedirectTarget(tx, caller, request), reading)
  const lookAsVisitor = async (tx: unknown, entered: unknown) =>
    entered ? findRedirectTarget(tx as WorkspaceTx, { kind: 'visitor' }, request) : null
  return asVisitor(platform.reader, workspace.domain, lookAsVisitor, reading)
}
