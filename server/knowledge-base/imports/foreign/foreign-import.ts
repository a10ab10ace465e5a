import type { ImportKind, ListedSource, Source } from '#server/bulk/imports/import-kind.ts'
import { findSubjects } from '#server/bulk/imports/show-imports.ts'
import { beginArticle, findTargetState } from '#server/knowledge-base/imports/article-import.ts'
import { decodeJson, placeOfFault } from '#server/knowledge-base/imports/decode-text.ts'
import type { ImportPlan } from '#server/knowledge-base/imports/read-articles.ts'
import { prepareText, takeFile } from '#server/knowledge-base/imports/take-article.ts'
import { noteTakenRedirects } from '#server/knowledge-base/imports/taken-redirects.ts'
import { type HelpCentreMaker, languageOf } from '#server/knowledge-base/redirects/former-addresses.ts'
import { ArchiveError } from '#server/platform/archives/open-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findActiveByEmails } from '#server/workspace/team/find-members.ts'
import { fileBeside } from './files-beside.ts'
import {
  anchorIn,
  fileOf,
  hostsOf,
  type ParsedGuide,
  partOf,
  placePath,
  redirectsOf,
  resolveVendorUrl,
} from './foreign-parts.ts'
import { countUnimportedLists, redirectsByThing, reportSkipped } from './foreign-rest.ts'
import { type ForeignGuide, inPlaceOrder } from './foreign-text.ts'
import { isFields, type JsonFields } from './json.ts'
import { isPlace, makePlace, placePart, placeStanding, writePlace } from './place-parts.ts'
import { readFreshdesk } from './read-freshdesk.ts'
import { readHelpscout } from './read-helpscout.ts'
import { readIntercom } from './read-intercom.ts'
import { readZendesk } from './read-zendesk.ts'

type Reader = (pages: JsonFields[]) => ForeignGuide

export const foreignImports: ImportKind[] = (
  [
    ['zendesk-guide', readZendesk],
    ['intercom-articles', readIntercom],
    ['helpscout-docs', readHelpscout],
    ['freshdesk-solutions', readFreshdesk],
  ] satisfies [HelpCentreMaker, Reader][]
).map(([maker, read]) => importOf(maker, read))

/** Imports JSON from the API of a help centre, and linked files in the same archive. */
function importOf(maker: HelpCentreMaker, reader: Reader): ImportKind {
  const findOf = (tx: WorkspaceTx, things: string[]) => findSubjects(tx, maker, things)
  return {
    name: maker,
    async read(context, source) {
      const languages = await context.inWorkspace(findLanguages)
      const guide = await readGuide(maker, reader, source, pathsOf(source))
      const texts = [...guide.texts.values()]
      const emails = texts.flatMap(({ author }) => (author?.email ? author.email.toLowerCase() : []))
      const members = await context.inWorkspace((tx) => findActiveByEmails(tx, [...new Set(emails)]))
      const around = { maker, guide, hosts: hostsOf(guide), languages, members, source }
      const depths = new Map<string, number>()
      const places = guide.places.map((place) =>
        placePart(place, {
          languageOf: (locale) => (locale === '' ? languages[0]! : languageOf(locale, languages)),
          redirectsOf: (one) => [
            ...new Set([
              ...[one.address, placePath(maker, one.source)].flatMap((path) => redirectsOf(maker, path, null)),
              ...(redirectsByThing(around).get(one.source) ?? []),
            ]),
          ],
          depths,
        }),
      )
      const rank = ({ plan }: { plan: ImportPlan }) => languages.indexOf(plan.language)
      const order = new Map(texts.map(({ thing }, index) => [thing, index]))
      const led = redirectsByThing(around)
      const parts = texts
        .map((text) => partOf(text, around, led.get(text.thing)))
        .toSorted((one, other) => order.get(one.thing)! - order.get(other.thing)! || rank(one) - rank(other))
        .map((part, index, all) => (isTwice(part, all[index - 1]) ? { ...part, isTaken: false } : part))
      return [
        ...(await noteTakenRedirects(context, findOf, places)),
        ...(await noteTakenRedirects(context, findOf, parts)),
        ...reportSkipped(around),
      ]
    },
    findTargetState: (tx, id, plan) => (isPlace(plan) ? placeStanding(tx, id) : findTargetState(tx, id, plan)),
    async make(call, item) {
      if (isPlace(item.plan)) return makePlace(call, item.plan, findOf)
      const { within } = item.plan as ImportPlan
      const category = within ? (await findSubjects(call.tx, maker, [within])).get(within) : undefined
      return beginArticle(call, item, category ?? null)
    },
    async prepare(context, source, item) {
      const { plan } = item
      if (isPlace(plan)) return { isWhole: true, write: (call, id) => writePlace(call, id, { ...item, plan }, findOf) }
      const guide = await readGuide(maker, reader, source, source.paths)
      const text = guide.texts.get(item.source)
      if (!text) throw new ArchiveError('unreadable', item.source)
      const around = { maker, guide, hosts: hostsOf(guide) }
      return prepareText(context, item, {
        findSubjects: findOf,
        file: fileOf(text),
        thingOf: (address) => resolveVendorUrl(around, address)?.article ?? null,
        placeOf: (address) => resolveVendorUrl(around, address)?.place ?? null,
        anchorOf: (thing, anchor) => anchorIn(guide, { thing, anchor, locale: text.locale }),
        async takeFile(address) {
          const path = fileBeside(source, address)
          return path && takeFile(context, source, path)
        },
      })
    },
  }
}

const pathsOf = ({ files }: ListedSource) => files.map(({ path }) => path)
const isTwice = (part: { thing: string; plan: ImportPlan }, before: { thing: string; plan: ImportPlan } | undefined) =>
  before?.thing === part.thing && before.plan.language === part.plan.language

const mostOfAll = 64 * 1024 * 1024
/** A cache, so that each uploaded file is parsed only once per run. */
const known = new WeakMap<Source['read'], ParsedGuide>()

async function readGuide(
  maker: HelpCentreMaker,
  reader: Reader,
  source: Source,
  paths: readonly string[],
): Promise<ParsedGuide> {
  const read = known.get(source.read)
  if (read) return read
  const pages: JsonFields[] = []
  let left = mostOfAll
  for (const path of paths.filter((one) => /\.json$/i.test(one))) {
    const bytes = await source.read(path, left)
    left -= bytes.length
    if (left < 0) throw new ArchiveError('too-large', path)
    pages.push(...pagesIn(path, bytes))
  }
  const { places, texts, redirects = [] } = reader(pages)
  const named = new Map(texts.map((text) => [text.source, text]))
  const guide = {
    places: inPlaceOrder(places),
    texts: named,
    redirects,
    others: countUnimportedLists(maker, pages),
    inText: new WeakMap(),
  }
  known.set(source.read, guide)
  return guide
}

function pagesIn(path: string, bytes: Buffer): JsonFields[] {
  const text = decodeJson(bytes)
  if (text === null) {
    const { line, byte } = placeOfFault(bytes)
    throw new ArchiveError('not-unicode', `line ${line}, byte ${byte} of ${path}`)
  }
  try {
    const read: unknown = JSON.parse(text)
    return (Array.isArray(read) ? read.flat() : [read]).filter(isFields)
  } catch {
    return []
  }
}
