import { createHash } from 'node:crypto'
import { z } from 'zod'
import { articleStatuses } from '#contract/articles.ts'
import type { ImportRemark } from '#contract/imports.ts'
import { mostDepth, visibilities } from '#contract/knowledge-base.ts'
import { asLine } from '#contract/letters/as-line.ts'
import type { ImportContext, ListedSource, Part } from '#server/imports/import-kind.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import { findFolder, findPath, foldersOf, isLitter, isRelative, isText, partsOf } from './article-paths.ts'
import { categoriesFile, detailsAlong, PlacedDetails, readCategories } from './category-details.ts'
import { decodeText } from './decode-text.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { addressesIn, lineOf, splitFile } from './read-text.ts'
import { remark } from './remark.ts'
import { noteTakenRedirects } from './taken-redirects.ts'

export const mostOfText = 1024 * 1024
const mostRemarks = 50

export const Plan = z.object({
  language: z.string(),
  category: z.array(z.string()),
  visibility: z.enum(visibilities).optional(),
  status: z.enum(articleStatuses).optional(),
  slug: z.string().optional(),
  labels: z.array(z.string()).optional(),
  description: z.string().optional(),
  metaTitle: z.string().optional(),
  metaDescription: z.string().optional(),
  socialImage: z.string().optional(),
  isPinned: z.boolean().optional(),
  takesFeedback: z.boolean().optional(),
  reviewEveryDays: z.number().optional(),
  /** Of the categories, as far as something is said of them. */
  places: z.array(PlacedDetails.nullable()).optional(),
  /** The place of an import in which it stands, instead of the names of categories. */
  within: z.string().optional(),
  /** Whose it is, by their address. */
  owner: z.string().optional(),
  /** When it was changed last, and when it was there first. */
  publishedAt: z.string().optional(),
  firstPublishedAt: z.string().optional(),
  redirects: z.array(z.string()),
})
export type Plan = z.output<typeof Plan>

/** Every text of the files, the first language of each article first: an article begins with that. */
export async function readArticles(context: ImportContext, source: ListedSource): Promise<Part[]> {
  const languages = await context.inWorkspace(findLanguages)
  const files = new Map(source.files.map((file) => [file.path, file]))
  const categories = await readCategories(source)
  const folders = foldersOf([...files.keys()])
  const parts: (Part & { plan: Plan })[] = categories ? [] : [leftOut(categoriesFile, 'not-utf-8')]
  for (const { path, bytes } of source.files) {
    if (isLitter(path) || (!isText(path) && !/\.zip$/i.test(path))) continue
    parts.push(
      isText(path) && bytes <= mostOfText
        ? await readPart({ source, files, folders, languages, categories: categories ?? new Map() }, path)
        : leftOut(path, 'not-taken'),
    )
  }
  const rank = ({ plan }: { plan: Plan }) => languages.indexOf(plan.language)
  const inOrder = parts.toSorted((one, other) => compare(one.thing, other.thing) || rank(one) - rank(other))
  const each = inOrder.map((part, index) => (isTwice(part, inOrder[index - 1]) ? { ...part, ...twice } : part))
  return noteTakenRedirects(context, 'articles', each)
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

type Read = Part & { plan: Plan }

/** A text of an article in a language that another file has already. */
const isTwice = (part: Read, before: Read | undefined) =>
  part.isTaken && before?.thing === part.thing && before.plan.language === part.plan.language

const twice = { isTaken: false, remarks: [remark('not-taken')] }

const leftOut = (path: string, why: ImportRemark['code']): Read => ({
  ...{ source: path, thing: path, title: path, hash: Buffer.alloc(0), isTaken: false, remarks: [remark(why)] },
  plan: { language: '', category: [], redirects: [] },
})

type Files = Map<string, { hash: string }>

type Of = {
  source: ListedSource
  files: Files
  folders: Set<string>
  languages: string[]
  categories: Map<string, PlacedDetails>
}

async function readPart({ source, files, folders, languages, categories }: Of, path: string): Promise<Read> {
  const bytes = await source.read(path, mostOfText)
  const text = decodeText(bytes)
  if (text === null) return leftOut(path, 'not-utf-8')
  const file = splitFile(path, text)
  const { said: front, remarks: ofFront } = readFrontMatter(file.frontMatter)
  const { thing, language: byName } = partsOf(path, languages)
  const language = front.language ?? byName ?? languages[0]!
  const within = path.split('/').slice(0, -1)
  const title = asLine(front.title ?? file.title ?? thing.split('/').at(-1)!).slice(0, 200)
  const found = lookUp(file, { path, files, folders, socialImage: front.socialImage })
  const isKnown = languages.includes(language)
  const category = (front.category ?? within).map(nameOf).slice(0, mostDepth)
  const places = detailsAlong(categories, category)
  const remarks = [
    ...(isKnown ? [] : [remark('language-unknown', language)]),
    ...ofFront.map(({ code, about }) => remark(code, about, lineOf(text, about))),
    ...(front.category || within.length <= mostDepth ? [] : [remark('folders-too-deep')]),
    ...found.remarks.map((one) => ({ ...one, line: lineOf(text, one.about) })),
  ]
  return {
    ...{ source: path, thing, title, isTaken: isKnown, remarks: remarks.slice(0, mostRemarks) },
    hash: createHash('sha256').update(bytes).update(JSON.stringify(found.meant)).digest(),
    plan: {
      ...{ language, category, ...(places.some((one) => one !== null) && { places }) },
      ...{ metaTitle: front.metaTitle, metaDescription: front.metaDescription, socialImage: front.socialImage },
      ...{ isPinned: front.isPinned, takesFeedback: front.takesFeedback, reviewEveryDays: front.reviewEveryDays },
      ...{ status: front.status, slug: front.slug, labels: front.labels, description: front.description },
      ...(front.visibility && { visibility: front.visibility }),
      redirects: front.redirects ?? [],
    },
  }
}

const nameOf = (folder: string) => asLine(folder).slice(0, 80)

/** What its addresses come to: the bytes of the pictures are part of what is taken, so that a new one is seen. */
type LookedUp = { path: string; files: Files; folders: Set<string>; socialImage: string | undefined }

function lookUp(file: ReturnType<typeof splitFile>, { path, files, folders, socialImage }: LookedUp) {
  const { links, pictures, isCut, leftOut } = addressesIn(file)
  const remarks: ImportRemark[] = [
    ...(isCut ? [remark('text-cut')] : []),
    ...leftOut.map(({ kind, about }) => remark(kind, about)),
  ]
  const meant: string[] = []
  const take = (address: string, missing: ImportRemark['code']) => {
    const target = findPath(path, address, (one) => files.has(one))
    if (!target && folders.has(findFolder(path, address) ?? '')) meant.push(address)
    else if (!target) remarks.push(remark(missing, address))
    else meant.push(address, target, isText(target) ? '' : files.get(target)!.hash)
  }
  if (socialImage) take(socialImage, 'picture-missing')
  for (const link of links) if (isRelative(link)) take(link, 'link-broken')
  for (const picture of pictures) if (isRelative(picture)) take(picture, 'picture-missing')
  return { remarks, meant }
}
