import { createHash } from 'node:crypto'
import type { ImportRemark } from '#contract/imports.ts'
import { mostDepth, OwnPath } from '#contract/knowledge-base.ts'
import { asLine } from '#contract/letters/as-line.ts'
import { makeArticle, standingOf } from '#server/article-imports/article-import.ts'
import { decodeJson, placeOfFault } from '#server/article-imports/decode-text.ts'
import { mostOfText, type Plan } from '#server/article-imports/read-articles.ts'
import { addressesIn, lineOf, type TextFile } from '#server/article-imports/read-text.ts'
import { remark } from '#server/article-imports/remark.ts'
import { prepareText } from '#server/article-imports/take-article.ts'
import { noteTakenRedirects } from '#server/article-imports/taken-redirects.ts'
import type { ImportKind, Item, ListedSource, Part, Source } from '#server/imports/import-kind.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import { ArchiveError } from '#server/platform/archives/archive-error.ts'
import { type Fields, type ForeignText, isFields } from './foreign-text.ts'
import { intercomArticle, readIntercom } from './read-intercom.ts'
import { readZendesk, zendeskArticle, zendeskPaths } from './read-zendesk.ts'

type Maker = {
  name: string
  read(pages: Fields[]): ForeignText[]
  articleAt(path: string): string | undefined
  pathsOf(path: string, id: string): string[]
}

export const foreignImports: ImportKind[] = [
  { name: 'zendesk-guide', read: readZendesk, articleAt: zendeskArticle, pathsOf: zendeskPaths },
  { name: 'intercom-articles', read: readIntercom, articleAt: intercomArticle, pathsOf: (path: string) => [path] },
].map(importOf)

/** What an API answered, in one file of JSON or in many, becomes articles. */
function importOf(maker: Maker): ImportKind {
  return {
    name: maker.name,
    async read(context, source) {
      const languages = await context.inWorkspace(findLanguages)
      const texts = await readTexts(maker, source, pathsOf(source))
      const hosts = hostsOf(texts)
      const things = new Set([...texts.values()].map(({ thing }) => thing))
      const rank = ({ plan }: { plan: Plan }) => languages.indexOf(plan.language)
      const order = new Map([...texts.values()].map(({ thing }, index) => [thing, index]))
      const parts = [...texts.values()]
        .map((text) => partOf(maker, text, { hosts, things, languages }))
        .toSorted((one, other) => order.get(one.thing)! - order.get(other.thing)! || rank(one) - rank(other))
        .map((part, index, all) => (isTwice(part, all[index - 1]) ? { ...part, isTaken: false } : part))
      return noteTakenRedirects(context, maker.name, parts)
    },
    standingOf,
    make: makeArticle,
    async prepare(context, source, item) {
      const texts = await readTexts(maker, source, source.paths)
      const text = texts.get(item.source)
      if (!text) throw new ArchiveError('unreadable', item.source)
      const hosts = hostsOf(texts)
      return prepareText(context, item as Item, {
        ...{ kind: maker.name, file: fileOf(text) },
        thingOf: (address) => thingAt(maker, address, hosts),
      })
    },
  }
}

const pathsOf = ({ files }: ListedSource) => files.map(({ path }) => path)
const isTwice = (part: Part & { plan: Plan }, before: (Part & { plan: Plan }) | undefined) =>
  before?.thing === part.thing && before.plan.language === part.plan.language

const mostOfAll = 64 * 1024 * 1024
/** A source is read once in a turn, whichever of its texts are written. */
const known = new WeakMap<Source['read'], Map<string, ForeignText>>()

async function readTexts(maker: Maker, source: Source, paths: readonly string[]): Promise<Map<string, ForeignText>> {
  const read = known.get(source.read)
  if (read) return read
  const pages: Fields[] = []
  let left = mostOfAll
  for (const path of paths.filter((one) => /\.json$/i.test(one))) {
    const bytes = await source.read(path, left)
    left -= bytes.length
    if (left < 0) throw new ArchiveError('too-large', path)
    pages.push(...pagesIn(path, bytes))
  }
  const texts = new Map(maker.read(pages).map((text) => [text.source, text]))
  known.set(source.read, texts)
  return texts
}

/** One answer, or a list of them. */
function pagesIn(path: string, bytes: Buffer): Fields[] {
  const text = decodeJson(bytes)
  if (text === null) {
    const { line, byte } = placeOfFault(bytes)
    throw new ArchiveError('not-unicode', `line ${line}, byte ${byte} of ${path}`)
  }
  try {
    const read: unknown = JSON.parse(text)
    return (Array.isArray(read) ? read : [read]).filter(isFields)
  } catch {
    return []
  }
}

/** The article of the export that an address means; one of another site means none. */
function thingAt({ articleAt }: Maker, address: string, hosts: Set<string>): string | null {
  if (!URL.canParse(address, `https://${here}`)) return null
  const { host, pathname } = new URL(address, `https://${here}`)
  return host === here || hosts.has(host) ? (articleAt(pathname) ?? null) : null
}

const here = 'help-centre.invalid'

const hostsOf = (texts: Map<string, ForeignText>) =>
  new Set([...texts.values()].flatMap(({ address }) => (address && URL.canParse(address) ? new URL(address).host : [])))

const fileOf = ({ html }: ForeignText): TextFile => ({ frontMatter: null, title: null, body: html, isMarkdown: false })

type Around = { hosts: Set<string>; things: Set<string>; languages: string[] }

function partOf(maker: Maker, text: ForeignText, around: Around) {
  const language = languageOf(text.locale, around.languages)
  const isTaken = language !== null && text.html.length <= mostOfText
  const category = text.category.slice(0, mostDepth).map((name) => name.trim().slice(0, 80))
  const plan: Plan = {
    ...{ language: language ?? text.locale, category, status: text.status, redirects: redirectsOf(maker, text) },
    labels: text.labels
      .map((label) => asLine(label).slice(0, 50))
      .filter(Boolean)
      .slice(0, 20),
    ...(text.description && { description: asLine(text.description).slice(0, 300) }),
    ...(text.isRestricted && { visibility: 'team' as const }),
  }
  const title = asLine(text.title).slice(0, 200) || text.source
  const { source, thing, html } = text
  const remarks = isTaken
    ? remarksOf(maker, text, around)
    : [remark(language ? 'not-taken' : 'language-unknown', language ? '' : text.locale)]
  const hash = createHash('sha256')
    .update(JSON.stringify([title, html, plan]))
    .digest()
  return { source, thing, title, hash, isTaken, plan, remarks }
}

/** `en-us` is `en` here where the workspace writes in that alone. */
function languageOf(locale: string, languages: string[]): string | null {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const [main = ''] = locale.split('-')
  return languages.find((one) => same(one, locale)) ?? languages.find((one) => same(one, main)) ?? null
}

/** Old addresses lead to what was read there. */
function redirectsOf({ pathsOf }: Maker, { address, thing }: ForeignText): string[] {
  if (!address || !URL.canParse(address)) return []
  const paths = pathsOf(new URL(address).pathname, thing)
  return [...new Set(paths)].filter((path) => OwnPath.safeParse(path).success)
}

const mostRemarks = 50

function remarksOf(maker: Maker, text: ForeignText, { hosts, things }: Around): ImportRemark[] {
  const { links, pictures, isCut } = addressesIn(fileOf(text))
  const isBroken = (link: string) => {
    const thing = thingAt(maker, link, hosts)
    return thing !== null && !things.has(thing)
  }
  return [
    ...(isCut ? [remark('text-cut', '')] : []),
    ...(text.isRestricted ? [remark('audience-narrowed', '')] : []),
    ...links.filter(isBroken).map((link) => remark('link-broken', link, lineOf(text.html, link))),
    ...pictures
      .filter((address) => /^https?:/i.test(address))
      .map((address) => remark('picture-elsewhere', address, lineOf(text.html, address))),
  ].slice(0, mostRemarks)
}
