import { OwnPath } from '#contract/knowledge-base/categories.ts'
import { leftOutPart, type Part } from '#server/bulk/imports/import-kind.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'
import type { HelpCentreMaker } from '#server/knowledge-base/redirects/former-addresses.ts'
import { type GuideToImport, resolveVendorUrl } from './foreign-parts.ts'
import { isFields, type JsonFields } from './json.ts'

/** Names of the lists that are imported, by vendor. */
const taken: Record<HelpCentreMaker, string> = {
  'zendesk-guide':
    'categories sections articles translations users user_segments article_attachments redirect_rules records',
  'intercom-articles': 'data articles collections admins',
  'helpscout-docs': 'collections collection categories category articles article users user redirects redirect',
  'freshdesk-solutions': 'categories folders articles agents',
}
const around = 'type meta links pages next_page previous_page sort_by sort_order'

/** Counts the items of lists that are not imported, by list name. */
export function countUnimportedLists(maker: HelpCentreMaker, pages: readonly JsonFields[]): Map<string, number> {
  const known = new Set(`${taken[maker]} ${around}`.split(' '))
  const others = new Map<string, number>()
  // Objects with an id are items. Their fields are reported elsewhere.
  for (const page of pages.filter(({ id }) => id === undefined))
    for (const [name, value] of Object.entries(page)) {
      const items = isFields(value) ? value.items : undefined
      const rows = Array.isArray(value) ? value : Array.isArray(items) ? items : []
      if (!known.has(name) && rows.length > 0) others.set(name, (others.get(name) ?? 0) + rows.length)
    }
  return others
}

const pathOf = (address: string) => (URL.canParse(address) ? new URL(address).pathname : address.split(/[?#]/)[0]!)

type ResolvedRedirect = { from: string; to: string; thing: string | null }

const resolveRedirects = (guide: GuideToImport): ResolvedRedirect[] =>
  guide.guide.redirects.map(({ from, to }) => {
    const meaning = resolveVendorUrl(guide, to)
    const isUsable = OwnPath.safeParse(pathOf(from)).success
    const thing = meaning?.article ?? meaning?.place ?? null
    const isThere =
      [...guide.guide.texts.values()].some((text) => text.thing === meaning?.article) ||
      guide.guide.places.some(({ source }) => source === meaning?.place)
    return { from: pathOf(from), to, thing: isUsable && isThere ? thing : null }
  })

export function redirectsByThing(guide: GuideToImport): Map<string, string[]> {
  const led = resolveRedirects(guide).filter(({ thing }) => thing !== null)
  return new Map(
    [...Map.groupBy(led, ({ thing }) => thing!)].map(([thing, those]) => [thing, those.map(({ from }) => from)]),
  )
}

/** Reports the unusable redirects. Reports each list that is not imported once, with the number of its items. */
export const reportSkipped = (guide: GuideToImport): Part[] => [
  ...resolveRedirects(guide)
    .filter(({ thing }) => thing === null)
    .map(({ from, to }) => leftOutPart(from || to, [remark('redirect-unusable', `${from} to ${to}`)])),
  ...[...guide.guide.others].map(([name, count]) => leftOutPart(name, [remark('field-left', `${name}: ${count}`)])),
]
