import { createHash } from 'node:crypto'
import type { ImportRemark } from '#contract/bulk/imports.ts'
import type { Document } from '#contract/writing/document.ts'
import type { PendingPicture } from '#contract/writing/read-document.ts'
import { settlePictures } from '#contract/writing/read-document.ts'
import type { ImportCall, ImportContext, Item, PreparedItem, Source } from '#server/bulk/imports/import-kind.ts'
import { showableImages } from '#server/files/mime-types.ts'
import { withoutMetadata } from '#server/files/uploads/clean-upload.ts'
import { askForPicture } from '#server/files/uploads/fetch-picture.ts'
import { storeBytes } from '#server/files/uploads/store-bytes.ts'
import { cleanFileName, refuseMoreUploads } from '#server/files/uploads/upload-files.ts'
import { changeArticle } from '#server/knowledge-base/articles/create-article.ts'
import { findKnown } from '#server/knowledge-base/articles/editor-call.ts'
import { archive, publish, sendForReview } from '#server/knowledge-base/articles/publication/states.ts'
import { findFilesOfArticles, listSlugsOf } from '#server/knowledge-base/articles/show-article.ts'
import { listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import { categoryThings, readCategories } from '#server/knowledge-base/imports/exported/category-details.ts'
import { isSameContent } from '#server/knowledge-base/imports/exported/export-seal.ts'
import { formerPaths, reachOf } from '#server/knowledge-base/imports/exported/exported-fields.ts'
import { articleKeyAt, findOwnSubjects } from '#server/knowledge-base/imports/exported/things.ts'
import { createRedirect } from '#server/knowledge-base/redirects/change-redirects.ts'
import { ArchiveError } from '#server/platform/archives/open-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import {
  anchorIn,
  exportedFileIn,
  findFolder,
  findPath,
  folderOf,
  isRelative,
  isText,
  namesFromTop,
} from './article-paths.ts'
import { decodeText } from './decode-text.ts'
import { ImportPlan } from './read-articles.ts'
import { addressesIn, lineSeeker, mostOfText, readBodyOf, splitFile, type TextFile } from './read-text.ts'
import { mostRemarks, remark } from './remark.ts'
import type { FindSubjects } from './taken-redirects.ts'

const mostOfFile = 25 * 1024 * 1024

export async function prepareArticle(context: ImportContext, source: Source, item: Item) {
  const path = item.source
  const text = decodeText(await source.read(path, mostOfText))
  if (text === null) throw new ArchiveError('unreadable', path)
  const file = splitFile(path, text)
  const languages = await context.inWorkspace(findLanguages)
  const target = (address: string) => (isRelative(address) ? findPath(path, address, source.has) : null)
  const categories = categoryThings((await readCategories(source)) ?? [])
  return prepareText(context, item, {
    file,
    findSubjects: findOwnSubjects,
    thingOf(address) {
      const meant = target(address)
      return meant && isText(meant) ? articleKeyAt(source, meant, languages) : null
    },
    placeOf: (address) => categories.inFolder(findFolder(path, address) ?? '') ?? null,
    folderOf: (address) => findFolder(path, address),
    async takeFile(address) {
      const meant = target(address)
      const file = meant && !isText(meant) ? meant : null
      return (
        (await findKept(context, source, exportedFileIn(path, address), file)) ??
        (file && takeFile(context, source, file))
      )
    },
  })
}

// Finds an exported file that an article still uses. Returns null if the archive contains other bytes for this file.
async function findKept(context: ImportContext, source: Source, id: string | null, path: string | null) {
  const kept = id && (await context.inWorkspace((tx) => findFilesOfArticles(tx, [id]))).get(id)
  if (!kept) return null
  const bytes = path && (await source.read(path, mostOfFile))
  const isSame = !bytes || isSameContent(kept, { bytes: bytes.length, hash: sha256(bytes) })
  return isSame ? id : null
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type ArticleImportContext = {
  findSubjects: FindSubjects
  file: TextFile
  thingOf(address: string): string | null | Promise<string | null>
  placeOf?(address: string): string | null
  anchorOf?(thing: string, anchor: string): string | null
  /** Returns the path of the folder that a link leads to. The imported link leads to the category of that folder. */
  folderOf?(address: string): string | null
  takeFile?(address: string): Promise<string | null>
}

export async function prepareText(
  context: ImportContext,
  item: Item,
  reading: ArticleImportContext,
): Promise<PreparedItem> {
  const { document, missing } = await readDocument(context, reading)
  const plan = ImportPlan.parse(item.plan)
  const socialImage = plan.socialImage && (await reading.takeFile?.(plan.socialImage))
  const { title, action } = item
  const taken = { title, action, plan, document, socialImage: socialImage || undefined }
  const lineOf = lineSeeker(reading.file.body, mostRemarks)
  const remarks: ImportRemark[] = missing
    .slice(0, mostRemarks)
    .map((src) => remark('picture-elsewhere', src, lineOf(src)))
  return {
    isWhole: missing.length === 0,
    write: async (call, id) => [...remarks, ...(await writeArticle(call, id, taken))],
  }
}

async function readDocument(
  context: ImportContext,
  reading: ArticleImportContext,
): Promise<{ document: Document; missing: string[] }> {
  const { file, takeFile } = reading
  const { links, pictures } = addressesIn(file)
  const things = new Map<string, string>()
  for (const address of links) {
    const thing = await reading.thingOf(address)
    if (thing) things.set(address, thing)
  }
  const places = [...new Set(links.flatMap((address) => reading.placeOf?.(address) ?? []))]
  const articles = await context.inWorkspace((tx) => reading.findSubjects(tx, [...new Set(things.values()), ...places]))
  const folders = links.some((href) => reading.folderOf?.(href)) ? await context.inWorkspace(listFolders) : new Map()
  const files = new Map<string, string>()
  for (const address of new Set([...pictures, ...links])) {
    const taken = await takeFile?.(address)
    if (taken) files.set(address, taken)
  }
  const read = readBodyOf(file, {
    referenceOf(href) {
      const thing = things.get(href)
      const id = articles.get(thing ?? '')
      const given = anchorIn(href)
      const anchor = id && given && reading.anchorOf ? reading.anchorOf(thing!, given) : given
      if (id) return { kind: 'article', id, ...(anchor && { anchor }) }
      const category =
        articles.get(reading.placeOf?.(href) ?? '') ?? folders.get(reading.folderOf?.(href)?.toLowerCase() ?? '')
      return category ? { kind: 'category', id: category } : null
    },
    fileOf: (href) => files.get(href) ?? null,
    entryOf: () => null,
  })
  const fetched = await fetchPictures(context, read.pictures)
  const missing = read.pictures
    .filter(({ file, src }) => !fetched.has(file) && /^https?:/i.test(src))
    .map(({ src }) => src)
  return { document: settlePictures(read, fetched), missing }
}

async function listFolders(tx: WorkspaceTx): Promise<Map<string, string>> {
  const names = namesFromTop(await listTree(tx))
  return new Map([...names].map(([id, own]) => [folderOf(own).toLowerCase(), id]))
}

const mimes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  txt: 'text/plain',
}

export async function takeFile({ platform, workspaceId, askedBy }: ImportContext, source: Source, path: string) {
  const given = await source.read(path, mostOfFile)
  await refuseMoreUploads(platform, workspaceId, given.length)
  const name = cleanFileName(path)
  const mime = mimes[/\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream'
  const body = mime === 'image/jpeg' ? withoutMetadata(given) : given
  const { id } = await storeBytes(platform, { workspaceId, id: askedBy }, { name, mime, body })
  return id
}

/** Maximum number of pictures per text, because each download can take long. */
const mostFetched = 50

// Stores the pictures of a text: downloads linked pictures and decodes embedded ones. Pictures that fail or exceed
// `mostFetched` are missing in the result.
async function fetchPictures({ platform, workspaceId, askedBy }: ImportContext, pictures: PendingPicture[]) {
  const files = new Map<string, string>()
  for (const { file, src } of pictures.slice(0, mostFetched)) {
    const picture = /^https?:/i.test(src) ? await askForPicture(platform, src).catch(leaveThere) : readInline(src)
    if (!picture) continue
    await refuseMoreUploads(platform, workspaceId, picture.body.length)
    files.set(file, (await storeBytes(platform, { workspaceId, id: askedBy }, picture)).id)
  }
  return files
}

function leaveThere(error: unknown) {
  if (error instanceof Refusal) return null
  throw error
}

function readInline(src: string) {
  const [, mime = '', base64 = ''] = /^data:(image\/[a-z]{3,4});base64,(.+)$/is.exec(src) ?? []
  const body = Buffer.from(base64, 'base64')
  const isTaken = showableImages.has(mime.toLowerCase()) && body.length > 0
  return isTaken ? { name: `picture.${mime.slice('image/'.length)}`, mime: mime.toLowerCase(), body } : null
}

type ImportedArticle = Pick<Item, 'title' | 'action'> & {
  plan: ImportPlan
  document: Document
  socialImage: string | undefined
}

async function writeArticle(call: ImportCall, id: string, taken: ImportedArticle): Promise<ImportRemark[]> {
  const { title, plan, document, socialImage } = taken
  const { language, slug, description: excerpt, labels, status, metaTitle, metaDescription } = plan
  const { isPinned, takesFeedback, reviewEveryDays } = plan
  const texts = { title, slug, excerpt, metaTitle, metaDescription, socialImage, language }
  await lockKnowledgeBase(call.tx)
  await changeArticle(call, id, { ...texts, labels, isPinned, takesFeedback, reviewEveryDays }, { document })
  const { publishedAt, firstPublishedAt } = plan
  const dates = publishedAt ? { publishedAt, firstPublishedAt: firstPublishedAt ?? publishedAt } : undefined
  if (status === 'published') await publish(call, id, { language, dates })
  if (status === 'in_review') await sendForReview(call, id, { language })
  if (status === 'archived') await archive(call, id, { language, to: null, path: null })
  const kept = taken.action === 'change' && plan.origin ? await notePlace(call.tx, id, plan) : []
  const full: ImportRemark[] = []
  const own = plan.origin ? await listFormerPaths(call.tx, id, language) : []
  for (const path of plan.redirects.filter((one) => !own.includes(one)))
    if ((await redirectTo(call, { path, article: id })) === 'too-many-redirects')
      full.push(remark('redirect-unusable', path))
  return [...kept, ...full]
}

// Reports if the category or visibility in the file differs from the existing article. The import changes neither.
async function notePlace(tx: WorkspaceTx, id: string, { category, visibility }: ImportPlan): Promise<ImportRemark[]> {
  // Only Markdown files contain a category and a visibility. HTML files contain neither, so there is nothing to
  // compare.
  if (visibility === undefined) return []
  const article = await findKnown(tx, id)
  const names = namesFromTop(await listTree(tx)).get(article.categoryId ?? '') ?? []
  return [
    ...(names.join('/').toLowerCase() === category.join('/').toLowerCase()
      ? []
      : [remark('kept-here', `category: ${category.join(' / ')}`)]),
    ...(reachOf(article) === visibility ? [] : [remark('kept-here', `visibility: ${visibility}`)]),
  ]
}

async function listFormerPaths(tx: WorkspaceTx, id: string, language: string): Promise<string[]> {
  const [first = 'en'] = await findLanguages(tx)
  return formerPaths(await listSlugsOf(tx, id), { language, slug: '' }, first)
}

/**
 * Creates a redirect. Returns the code of the refusal, for example if the path already has a redirect; otherwise null.
 */
export async function redirectTo(
  { tx }: ImportCall,
  lead: Parameters<typeof createRedirect>[1],
): Promise<string | null> {
  try {
    await createRedirect(tx, lead)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
