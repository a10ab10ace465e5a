import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ImportRemark } from '#contract/bulk/imports.ts'
import { articleStatuses } from '#contract/knowledge-base/articles.ts'
import { mostDepth, visibilities } from '#contract/knowledge-base/categories.ts'
import { asLine } from '#contract/letters/as-line.ts'
import {
  type ImportContext,
  type ListedSource,
  leftOutPart,
  Origin,
  type Part,
  type SourceFile,
} from '#server/bulk/imports/import-kind.ts'
import { findFilesOfArticles } from '#server/knowledge-base/articles/show-article.ts'
import {
  categoriesFile,
  categoryThings,
  readCategories,
} from '#server/knowledge-base/imports/exported/category-details.ts'
import { categoryParts } from '#server/knowledge-base/imports/exported/category-parts.ts'
import { isSameContent, isUnedited, readSeal } from '#server/knowledge-base/imports/exported/export-seal.ts'
import { articleKeyAt, articleThing, findOwnSubjects } from '#server/knowledge-base/imports/exported/things.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import {
  exportedFileIn,
  findFolder,
  findPath,
  foldersOf,
  isLitter,
  isRelative,
  isText,
  partsOf,
} from './article-paths.ts'
import { decodeText } from './decode-text.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { addressesIn, type InText, lineSeeker, mostOfText, splitFile } from './read-text.ts'
import { mostRemarks, remark } from './remark.ts'
import { noteTakenRedirects } from './taken-redirects.ts'

export const ImportPlan = z.object({
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
  /** Key of the imported category that contains the article. If it exists, the names in `category` are ignored. */
  within: z.string().optional(),
  origin: Origin.optional(),
  owner: z.string().optional(),
  publishedAt: z.string().optional(),
  firstPublishedAt: z.string().optional(),
  redirects: z.array(z.string()),
})
export type ImportPlan = z.output<typeof ImportPlan>

/**
 * Reads the texts of all files. Sorts the texts of each article by the language order of the workspace, because the
 * first text creates the article.
 */
export async function readArticles(context: ImportContext, source: ListedSource): Promise<Part[]> {
  const languages = await context.inWorkspace(findLanguages)
  const files = new Map(source.files.map((file) => [file.path, file]))
  const categories = await readCategories(source)
  const folders = foldersOf([...files.keys()])
  const things = categoryThings(categories ?? [])
  const parts: (Part & { plan: ImportPlan })[] = categories ? [] : [leftOut(categoriesFile, 'not-utf-8')]
  for (const { path, bytes } of source.files) {
    if (isLitter(path) || (!isText(path) && !/\.zip$/i.test(path))) continue
    parts.push(
      isText(path) && bytes <= mostOfText
        ? await readPart({ context, source, files, folders, languages, things }, path)
        : leftOut(path, 'not-taken'),
    )
  }
  const rank = ({ plan }: { plan: ImportPlan }) => languages.indexOf(plan.language)
  const firsts = Map.groupBy(parts, ({ thing }) => thing)
  const placeOf = ({ thing }: ArticlePart) =>
    firsts
      .get(thing)!
      .map(({ source }) => source)
      .toSorted()[0]!
  const inOrder = parts
    .map((part) => ({ part, place: placeOf(part) }))
    .toSorted((one, other) => compare(one.place, other.place) || rank(one.part) - rank(other.part))
    .map(({ part }) => part)
  const each = inOrder.map((part, index) => (isTwice(part, inOrder[index - 1]) ? { ...part, ...twice } : part))
  return [
    ...(await categoryParts(context, categories ?? [], languages)),
    ...(await noteTakenRedirects(context, findOwnSubjects, each)),
  ]
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

type ArticlePart = Part & { plan: ImportPlan }

const isTwice = (part: ArticlePart, before: ArticlePart | undefined) =>
  part.isTaken && before?.thing === part.thing && before.plan.language === part.plan.language

const twice = { isTaken: false, remarks: [remark('not-taken')] }

const leftOut = (path: string, why: ImportRemark['code']): ArticlePart => ({
  ...leftOutPart(path, [remark(why)]),
  plan: { language: '', category: [], redirects: [] },
})

type FilesByPath = Map<string, SourceFile>

type ReadingContext = {
  context: ImportContext
  source: ListedSource
  files: FilesByPath
  folders: Set<string>
  languages: string[]
  things: ReturnType<typeof categoryThings>
}

async function readPart(
  { context, source, files, folders, languages, things }: ReadingContext,
  path: string,
): Promise<ArticlePart> {
  const bytes = await source.read(path, mostOfText)
  const text = decodeText(bytes)
  if (text === null) return leftOut(path, 'not-utf-8')
  const file = splitFile(path, text)
  const { front, remarks: ofFront } = readFrontMatter(file.frontMatter)
  const { thing: byPath, language: byName } = partsOf(path, languages)
  const seal = readSeal(file.frontMatter, text)
  const thing = await articleKeyAt(source, path, languages)
  const { title: titled, category: categorized, redirects = [], ...details } = front
  const language = front.language ?? byName ?? languages[0]!
  const folder = path.split('/').slice(0, -1)
  const title = asLine(titled ?? file.title ?? byPath.split('/').at(-1)!).slice(0, 200)
  const about = { path, inText: addressesIn(file), socialImage: front.socialImage }
  const { subjectId, files: own } = await context.inWorkspace((tx) => findExported(tx, { ...about, thing }))
  const found = lookUp({ ...about, files, folders, own })
  const isKnown = languages.includes(language)
  const category = (categorized ?? folder).map(nameOf).slice(0, mostDepth)
  const within = things.named(category)
  const lineOf = lineSeeker(text, mostRemarks)
  const remarks = [
    ...(isKnown ? [] : [remark('language-unknown', language)]),
    ...ofFront.map(({ code, about }) => remark(code, about, lineOf(about))),
    ...(categorized || folder.length <= mostDepth ? [] : [remark('folders-too-deep')]),
    ...found.remarks.map((one) => ({ ...one, line: lineOf(one.about) })),
  ]
  const isAsExported = seal !== null && subjectId !== undefined && found.hasOwnFiles && isUnedited(text, seal)
  const origin = subjectId && { subjectId, hash: seal?.checksum ?? '', mark: String(seal?.revision ?? '') }
  return {
    source: path,
    thing,
    title,
    isTaken: isKnown,
    remarks: remarks.slice(0, mostRemarks),
    hash: isAsExported
      ? Buffer.from(seal.checksum, 'hex')
      : createHash('sha256').update(bytes).update(JSON.stringify(found.meant)).digest(),
    plan: {
      ...details,
      language,
      category,
      redirects,
      ...(within && { within }),
      ...(origin && { origin }),
    },
  }
}

const nameOf = (folder: string) => asLine(folder).slice(0, 80)

type OwnFiles = Awaited<ReturnType<typeof findFilesOfArticles>>

async function findExported(tx: WorkspaceTx, { thing, path, inText, socialImage }: ExportedText) {
  const subjectId = (await findOwnSubjects(tx, [thing])).get(thing)
  const isHere = subjectId !== undefined && articleThing(subjectId) === thing
  const addresses = [...inText.links, ...inText.pictures, ...(socialImage ? [socialImage] : [])]
  const ids = isHere ? addresses.flatMap((address) => exportedFileIn(path, address) ?? []) : []
  const files: OwnFiles = ids.length > 0 ? await findFilesOfArticles(tx, ids) : new Map()
  return { subjectId: isHere ? subjectId : undefined, files }
}
type ExportedText = { thing: string; path: string; inText: InText; socialImage: string | undefined }

// Input of `lookUp`. `lookUp` adds the hashes of used files to `meant`, so that the import notices a replaced picture.
type AddressLookup = Omit<ExportedText, 'thing'> & { files: FilesByPath; folders: Set<string>; own: OwnFiles }

function lookUp({ inText, path, files, folders, socialImage, own }: AddressLookup) {
  const { links, pictures, isCut, leftOut } = inText
  const remarks: ImportRemark[] = [
    ...(isCut ? [remark('text-cut')] : []),
    ...leftOut.map(({ kind, about }) => remark(kind, about)),
  ]
  const meant: string[] = []
  let hasOwnFiles = true
  const take = (address: string, missing: ImportRemark['code']) => {
    const target = findPath(path, address, (one) => files.has(one))
    const kept = own.get(exportedFileIn(path, address) ?? '')
    const given = files.get(target ?? '')
    if (kept && given && !isSameContent(kept, given)) hasOwnFiles = false
    if (!target && (kept || folders.has(findFolder(path, address) ?? ''))) meant.push(address)
    else if (!target) remarks.push(remark(missing, address))
    else meant.push(address, target, isText(target) ? '' : files.get(target)!.hash)
  }
  if (socialImage) take(socialImage, 'picture-missing')
  for (const link of links) if (isRelative(link)) take(link, 'link-broken')
  for (const picture of pictures) if (isRelative(picture)) take(picture, 'picture-missing')
  return { remarks, meant, hasOwnFiles }
}
