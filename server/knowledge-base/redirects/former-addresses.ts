export type HelpCentreMaker = 'zendesk-guide' | 'intercom-articles' | 'helpscout-docs' | 'freshdesk-solutions'

/**
 * A path that has the form of a URL of a former help centre. `pattern` matches all URLs of the same article or
 * category, in any language and with any title.
 */
export type FormerAddress = { maker: HelpCentreMaker; locale: string | null } & (
  | { is: 'article' | 'category'; id: string; pattern: string }
  | { is: 'home' | 'search' | 'new-request' | 'requests' }
)

const locale = '(?:/(?<locale>[a-z]{2,3}(?:-[a-z\\d]{2,8})*|\\*))?'
const id = '(?<id>\\d{1,20})(?:-[^/]*)?(?:/.*)?'

type AddressPattern = {
  maker: HelpCentreMaker
  is: FormerAddress['is']
  path: RegExp
  patternOf?: (id: string, part: string) => string
}
const shape = (
  maker: HelpCentreMaker,
  is: FormerAddress['is'],
  path: string,
  patternOf?: AddressPattern['patternOf'],
): AddressPattern => ({
  maker,
  is,
  path: new RegExp(`^${path}/?$`, 'i'),
  ...(patternOf && { patternOf }),
})

const shapes: AddressPattern[] = [
  shape('zendesk-guide', 'article', `/hc${locale}/articles/${id}`, (own) => `/hc/*/articles/${own}-*`),
  shape(
    'zendesk-guide',
    'category',
    `/hc${locale}/(?<part>categories|sections)/${id}`,
    (own, part) => `/hc/*/${part}/${own}-*`,
  ),
  shape('zendesk-guide', 'home', `/hc${locale}`),
  shape('zendesk-guide', 'search', `/hc${locale}/search`),
  shape('zendesk-guide', 'new-request', `/hc${locale}/requests/new`),
  shape('zendesk-guide', 'requests', `/hc${locale}/(?:requests(?:/\\d+)?|signin)`),
  shape('intercom-articles', 'article', `${locale}/articles/${id}`, (own) => `/*/articles/${own}-*`),
  shape('intercom-articles', 'category', `${locale}/collections/${id}`, (own) => `/*/collections/${own}-*`),
  shape('intercom-articles', 'home', locale.slice(0, -1)),
  shape('helpscout-docs', 'article', `/article/${id}`, (own) => `/article/${own}-*`),
  shape('helpscout-docs', 'category', `/(?<part>category|collection)/${id}`, (own, part) => `/${part}/${own}-*`),
  shape('helpscout-docs', 'search', '/search'),
  shape('helpscout-docs', 'new-request', '/contact'),
  shape(
    'freshdesk-solutions',
    'article',
    `${locale}/support/solutions/articles/${id}`,
    (own) => `/*/support/solutions/articles/${own}-*`,
  ),
  shape(
    'freshdesk-solutions',
    'category',
    `${locale}/support/solutions/folders/${id}`,
    (own) => `/*/support/solutions/folders/${own}-*`,
  ),
  shape(
    'freshdesk-solutions',
    'category',
    `${locale}/support/solutions/${id}`,
    (own) => `/*/support/solutions/${own}-*`,
  ),
  shape('freshdesk-solutions', 'home', `${locale}/support(?:/home|/solutions)?`),
  shape('freshdesk-solutions', 'search', `${locale}/support/search(?:/solutions)?`),
  shape('freshdesk-solutions', 'new-request', `${locale}/support/tickets/new`),
  shape('freshdesk-solutions', 'requests', `${locale}/support/(?:tickets|login)`),
]

/** Start of the patterns of an import from each vendor. A redirect with this start proves such an import. */
export const patternPrefixes: Record<HelpCentreMaker, string> = {
  'zendesk-guide': '/hc/*/',
  'intercom-articles': '/*/articles/',
  'helpscout-docs': '/article/',
  'freshdesk-solutions': '/*/support/',
}

export function readFormerAddresses(path: string, maker?: HelpCentreMaker): FormerAddress[] {
  return shapes.flatMap((one): FormerAddress[] => {
    const found = maker === undefined || one.maker === maker ? one.path.exec(path) : null
    if (!found) return []
    const { locale = null, id = '', part = '' } = found.groups ?? {}
    const own = { maker: one.maker, locale: locale?.toLowerCase() ?? null }
    if (one.is === 'article' || one.is === 'category')
      return [{ ...own, is: one.is, id, pattern: one.patternOf!(id, part.toLowerCase()) }]
    return [{ ...own, is: one.is }]
  })
}

/** Finds the workspace's language for a language tag, ignoring case. `en-us` becomes `en` if only `en` exists. */
export function languageOf(name: string, languages: readonly string[]): string | null {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const [main = ''] = name.split('-')
  return languages.find((one) => same(one, name)) ?? languages.find((one) => same(one, main)) ?? null
}
