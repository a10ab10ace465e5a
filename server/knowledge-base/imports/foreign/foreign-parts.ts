import { createHash } from 'node:crypto'
import type { ImportRemark } from '#contract/bulk/imports.ts'
import { OwnPath } from '#contract/knowledge-base/categories.ts'
import { asLine } from '#contract/letters/as-line.ts'
import type { ListedSource, Part } from '#server/bulk/imports/import-kind.ts'
import type { ImportPlan } from '#server/knowledge-base/imports/read-articles.ts'
import {
  addressesIn,
  type InText,
  lineSeeker,
  mostOfText,
  type TextFile,
} from '#server/knowledge-base/imports/read-text.ts'
import { remark } from '#server/knowledge-base/imports/remark.ts'
import {
  type HelpCentreMaker,
  languageOf,
  readFormerAddresses,
} from '#server/knowledge-base/redirects/former-addresses.ts'
import { decodeIfValid } from '#server/knowledge-base/redirects/redirect-path.ts'
import { fileBeside } from './files-beside.ts'
import type { ForeignGuide, ForeignRedirect, ForeignText } from './foreign-text.ts'

const here = 'help-centre.invalid'
const urlOf = (address: string) =>
  URL.canParse(address, `https://${here}`) ? new URL(address, `https://${here}`) : null

export const hostsOf = ({ texts, places }: ParsedGuide) =>
  new Set(
    [...texts.values(), ...places].flatMap(({ address }) =>
      address && URL.canParse(address) ? new URL(address).host : [],
    ),
  )

export type GuideToImport = { maker: HelpCentreMaker; guide: ParsedGuide; hosts: Set<string> }

/** Finds the article or category to which a URL refers. Null for anchors and for URLs of other sites. */
export function resolveVendorUrl(
  { maker, guide, hosts }: GuideToImport,
  address: string,
): { article?: string; place?: string } | null {
  const url = /^[#?]/.test(address) ? null : urlOf(address)
  if (!url || (url.host !== here && !hosts.has(url.host))) return null
  const [former] = readFormerAddresses(url.pathname, maker)
  if (!former || !('id' in former)) return null
  if (former.is === 'article') return { article: former.id }
  const place = guide.places.find(
    (one) => one.source.endsWith(`/${former.id}`) || numberedAs(maker, one.address, former.pattern),
  )
  return { place: place?.source ?? former.id }
}

const numberedAs = (maker: HelpCentreMaker, address: string | null, pattern: string) =>
  address !== null && redirectsOf(maker, address, null).includes(pattern)

/** Returns old URLs to redirect, as patterns with an id or as plain paths. */
export function redirectsOf(maker: HelpCentreMaker, address: string | null, id: string | null): string[] {
  const path = address ? urlOf(address)?.pathname : undefined
  const [former] = path ? readFormerAddresses(path, maker) : []
  const own = id !== null && /^\d{1,20}$/.test(id) ? readFormerAddresses(articlePath(maker, id), maker)[0] : undefined
  const patterns = [former, own].flatMap((one) => (one && 'pattern' in one ? one.pattern : []))
  const other = path && !former && address?.startsWith('http') ? [path] : []
  return [...new Set([...patterns, ...other])].filter((one) => OwnPath.safeParse(one).success)
}

export const placePath = (maker: HelpCentreMaker, source: string) =>
  maker === 'zendesk-guide' ? `/hc/${source}` : `/${source}`

const articlePath = (maker: HelpCentreMaker, id: string) =>
  ({
    'zendesk-guide': `/hc/articles/${id}`,
    'intercom-articles': `/articles/${id}`,
    'helpscout-docs': `/article/${id}`,
    'freshdesk-solutions': `/support/solutions/articles/${id}`,
  })[maker]

type PartContext = GuideToImport & { languages: string[]; members: Map<string, string>; source: ListedSource }

export function partOf(text: ForeignText, around: PartContext, led: string[] = []): Part & { plan: ImportPlan } {
  const { languages, members, maker } = around
  const language = text.locale === '' ? languages[0]! : languageOf(text.locale, languages)
  const isTaken = language !== null && text.html !== null && text.html.length <= mostOfText
  const email = text.author?.email.toLowerCase()
  const labels = text.labels.map((label) => asLine(label).slice(0, 50)).filter(Boolean)
  const said = (words: string | undefined, most: number) => asLine(words ?? '').slice(0, most) || undefined
  const plan: ImportPlan = {
    language: language ?? text.locale,
    category: [],
    status: text.status,
    labels: labels.slice(0, 20),
    within: takenPlace(text, around),
    isPinned: text.isPinned,
    visibility: text.visibility,
    description: said(text.description, 300),
    metaTitle: said(text.metaTitle, 70),
    metaDescription: said(text.metaDescription, 170),
    owner: email && members.has(email) ? email : undefined,
    publishedAt: text.updatedAt ?? undefined,
    firstPublishedAt: text.createdAt ?? undefined,
    redirects: [...new Set([...redirectsOf(maker, text.address, text.thing), ...led])],
  }
  const title = asLine(text.title).slice(0, 200) || text.source
  const { source, thing, html } = text
  const found = isTaken ? lookAt(text, around) : { remarks: [], meant: [] }
  const remarks = isTaken ? [...found.remarks, ...ofPlan(text, plan, labels)] : [explainSkipped(text, language)]
  const hash = createHash('sha256')
    .update(JSON.stringify([title, html, plan, found.meant]))
    .digest()
  return { source, thing, title, hash, isTaken, plan, remarks: remarks.slice(0, mostRemarks) }
}

function explainSkipped({ html, locale }: ForeignText, language: string | null): ImportRemark {
  if (html === null) return remark('text-missing')
  return language ? remark('not-taken') : remark('language-unknown', locale)
}

const mostRemarks = 200

/** Returns the category of a text. If the category is nested too deeply, returns its deepest allowed ancestor. */
function takenPlace({ within }: ForeignText, { guide }: PartContext): string | undefined {
  const places = new Map(guide.places.map((place) => [place.source, place]))
  const path: string[] = []
  for (let at = within; at && places.has(at); at = places.get(at)!.above) path.unshift(at)
  return path.slice(0, 5).at(-1)
}

const ofPlan = (text: ForeignText, plan: ImportPlan, labels: string[]): ImportRemark[] => [
  ...(text.visibility === 'team' ? [remark('audience-narrowed')] : []),
  ...(text.author && !plan.owner
    ? [remark('author-elsewhere', `${text.author.name} ${text.author.email}`.trim())]
    : []),
  ...labels.slice(20).map((label) => remark('field-left', `label: ${label}`)),
  ...(text.within && !plan.within ? [remark('value-unusable', text.within)] : []),
  ...text.remarks,
]

function lookAt(text: ForeignText, around: PartContext): { remarks: ImportRemark[]; meant: string[] } {
  const { guide, source } = around
  const { links, pictures, isCut, leftOut } = inspect(guide, text)
  const things = new Set([...guide.texts.values()].map(({ thing }) => thing))
  const places = new Set(guide.places.map(({ source }) => source))
  const isBroken = (link: string) => {
    if (link.startsWith('#')) return link.length > 1 && !isPlaceIn(inspect(guide, text), decodeIfValid(link.slice(1)))
    const meaning = resolveVendorUrl(around, link)
    if (meaning?.place) return !places.has(meaning.place)
    if (!meaning?.article) return false
    const anchor = /#(.+)$/.exec(link)?.[1]
    const isHeading = !anchor || anchorIn(guide, { thing: meaning.article, anchor, locale: text.locale }) !== null
    return !things.has(meaning.article) || !isHeading
  }
  const hashes = new Map(source.files.map(({ path, hash }) => [path, hash]))
  const beside = [...links, ...pictures].flatMap((address) => fileBeside(source, address) ?? [])
  const isFile = (link: string) =>
    /\/article_attachments\/|\/attachments\/|\.(?:pdf|docx?|xlsx?|pptx?|zip|csv)(?:$|[?#])/i.test(link) &&
    !fileBeside(source, link)
  const at = lineSeeker(text.html ?? '', mostRemarks)
  return {
    meant: beside.flatMap((path) => [path, hashes.get(path) ?? '']),
    remarks: [
      ...(isCut ? [remark('text-cut')] : []),
      ...links.filter(isBroken).map((link) => remark('link-broken', link, at(link))),
      ...links.filter(isFile).map((link) => remark('file-elsewhere', link, at(link))),
      ...pictures
        .filter((one) => !/^(?:https?|data):/i.test(one) && !fileBeside(source, one))
        .map((one) => remark('picture-missing', one, at(one))),
      ...leftOut.map(({ kind, about }) => remark(kind, about, at(about))),
    ],
  }
}

/** Returns whether the anchor exists in the text. An anchor above the first heading points to the page itself. */
const isPlaceIn = (inText: InText, anchor: string) => inText.anchors.has(anchor) || inText.headings.has(anchor)

export const fileOf = ({ html }: ForeignText): TextFile => ({
  frontMatter: null,
  title: null,
  body: html ?? '',
  isMarkdown: false,
})

export type ParsedGuide = Pick<ForeignGuide, 'places'> & {
  redirects: ForeignRedirect[]
  others: Map<string, number>
  texts: Map<string, ForeignText>
  inText: WeakMap<ForeignText, InText>
}

/** Finds the heading of an anchor, in the text of the linking language or else in the first text. */
export function anchorIn(guide: ParsedGuide, wanted: { thing: string; anchor: string; locale: string }): string | null {
  const texts = [...guide.texts.values()].filter(({ thing }) => thing === wanted.thing)
  const text = texts.find(({ locale }) => locale === wanted.locale) ?? texts[0]
  return text ? headingAt(inspect(guide, text), wanted.anchor) : null
}

/** Finds the heading of an anchor. An anchor that is no known id can be the slug of a heading. */
const headingAt = ({ anchors, headings }: InText, anchor: string): string | null =>
  anchors.get(anchor) ?? (headings.has(anchor) ? anchor : null)

function inspect({ inText }: ParsedGuide, text: ForeignText): InText {
  const known = inText.get(text) ?? addressesIn(fileOf(text))
  inText.set(text, known)
  return known
}
