import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import type { ExportContext, ExportKind } from '#server/bulk/exports/export-kind.ts'
import { findUpload } from '#server/files/keep-file.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import {
  findIncluded,
  findLists,
  keyOf,
  nothingYet,
  withinLimits,
} from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import {
  listAddresses,
  listPlaces,
  listWholeIds,
  readWhole,
  type WholeText,
} from '#server/knowledge-base/articles/show-article.ts'
import { listIdsWithin, listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { type Reader, readerOf } from '#server/knowledge-base/categories/visibility.ts'
import { folderName, folderOf, namesFromTop } from '#server/knowledge-base/imports/article-paths.ts'
import { categoriesFile, checksumOfCategory } from '#server/knowledge-base/imports/exported/category-details.ts'
import { findCategoryLeads } from '#server/knowledge-base/imports/exported/category-parts.ts'
import { frontMatterSeal, htmlSeal, seal } from '#server/knowledge-base/imports/exported/export-seal.ts'
import { formerPaths, reachOf } from '#server/knowledge-base/imports/exported/exported-fields.ts'
import { pathsTo } from '#server/knowledge-base/redirects/change-redirects.ts'
import type { AddFile } from '#server/platform/archives/write-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { unlessGone } from '#server/platform/storage.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { englishWords, type ReferenceResolver } from '#server/writing/documents/render/addresses.ts'
import { referencesOf } from '#server/writing/documents/render/references-of.ts'
import { toHtml } from '#server/writing/documents/render/to-html.ts'
import { toMarkdown } from '#server/writing/documents/render/to-markdown.ts'

const ExportOptions = z.strictObject({
  category: Id.nullable().default(null),
  format: z.enum(['markdown', 'html']).default('markdown'),
})
type ExportOptions = z.output<typeof ExportOptions>

/** Exports articles as files in category folders. The `articles` import reads the same format. */
export const articleExport: ExportKind<typeof ExportOptions> = {
  name: 'articles',
  options: ExportOptions,
  fileName: 'articles.zip',
  async check(tx, { category }) {
    if (category && !(await listTree(tx)).some(({ id }) => id === category)) throw new Refusal('category-not-found')
  },
  async begin(context, options) {
    const plan = await context.inWorkspace((tx) => planPaths(tx, options))
    const written = new Set<string>()
    return {
      total: plan.ids.length,
      async write(index, add) {
        if (index === 0 && options.format === 'markdown') await add(categoriesFile, fileOf(describeCategories(plan)))
        await writeArticle({ ...context, ...plan, ...options, add, written }, plan.ids[index]!)
      },
    }
  },
}

type CategoryTree = Map<string, Awaited<ReturnType<typeof listTree>>[number]>
type ExportPlan = {
  ids: string[]
  paths: Map<string, string>
  folders: Map<string, string[]>
  tree: CategoryTree
  /** Ids of the exported categories. With `category`: only categories of exported articles and their ancestors. */
  used: Set<string>
  first: string
  /** Redirects and former slugs of each category, as paths. */
  leads: Map<string, string[]>
}
type Writing = ExportContext & ExportPlan & ExportOptions & { add: AddFile; written: Set<string> }

/** Plans the paths of all files before the first file is written, because the texts link to each other. */
async function planPaths(tx: WorkspaceTx, { category, format }: ExportOptions): Promise<ExportPlan> {
  const [first = 'en'] = await findLanguages(tx)
  const tree: CategoryTree = new Map((await listTree(tx)).map((one) => [one.id, one]))
  const folders = namesFromTop([...tree.values()])
  const used = new Set<string>(category ? [] : tree.keys())
  const leads = await findCategoryLeads(tx)
  const within = category ? await listIdsWithin(tx, category) : null
  const ids = await listWholeIds(tx, within)
  const addresses = await listAddresses(tx, ids)
  const slugs = new Map(addresses.filter(({ language }) => language === first).map((one) => [one.articleId, one.slug]))
  const places = new Map<string, string>()
  for (const { id, categoryId } of await listPlaces(tx, ids)) {
    places.set(id, posix.join(folderOf(folders.get(categoryId ?? '') ?? []), slugs.get(id) || id))
    for (let at = categoryId; at; at = tree.get(at)?.parent ?? null) used.add(at)
  }
  const ending = format === 'html' ? '.html' : '.md'
  const paths = new Map(
    addresses.map(({ articleId, language }) => [
      `${articleId} ${language}`,
      `${places.get(articleId)}${language === first ? '' : `.${language}`}${ending}`,
    ]),
  )
  return { ids, paths, folders, tree, used, first, leads }
}

const describeCategories = ({ tree, folders, used, leads }: ExportPlan) =>
  JSON.stringify(
    [...tree.values()]
      .filter(({ id }) => used.has(id))
      .map(({ id, parent, icon, visibility, texts }) => ({
        id,
        parent,
        path: folders.get(id),
        icon,
        visibility,
        texts,
        redirect_from: leads.get(id),
        checksum: checksumOfCategory({ parent, icon, visibility, texts }),
      })),
    null,
    2,
  )

async function writeArticle(writing: Writing, id: string) {
  const whole = await writing.inWorkspace((tx) => readAll(tx, id))
  if (!whole) return
  for (const [at, text] of whole.texts.entries()) {
    const path = writing.paths.get(`${id} ${text.language}`)
    if (!path) continue
    const around = whole.around[at]!
    const files = await writeFiles(writing, [text, ...[...around.included.values()].map((document) => ({ document }))])
    const addresses = addressesFrom(writing, path, text.language, files, around)
    // The first text lists the redirects of the article. Each text lists its own former slugs.
    const from = [...(at === 0 ? whole.redirects : []), ...formerPaths(whole.slugs, text, writing.first)]
    const body =
      writing.format === 'html' ? page(id, text, addresses) : markdown(writing, whole.article, text, from, addresses)
    await writing.add(path, fileOf(body))
  }
}

async function readAll(tx: WorkspaceTx, id: string) {
  const whole = await readWhole(tx, id)
  if (!whole) return undefined
  const reader = readerOf(whole.article.audience)
  const around = await Promise.all(whole.texts.map((text) => findAround(tx, reader, text)))
  return { ...whole, around, redirects: await pathsTo(tx, id) }
}

async function findAround(tx: WorkspaceTx, reader: Reader, text: WholeText) {
  const [lists, included] = await Promise.all([findLists(tx, reader, text), findIncluded(tx, reader, text)])
  return { lists, included }
}
type IncludedContent = Awaited<ReturnType<typeof findAround>>

async function writeFiles(
  { workspaceId, inWorkspace, platform, add, written }: Writing,
  shown: (Pick<WholeText, 'document'> & { socialFileId?: string | null })[],
) {
  const ids = shown.flatMap(({ document, socialFileId }) => {
    const { pictures, files } = referencesOf(document)
    return [...[...pictures, ...files].map(({ file }) => file), ...(socialFileId ? [socialFileId] : [])]
  })
  const paths = new Map<string, string>()
  for (const id of new Set(ids)) {
    const file = await inWorkspace((tx) => findUpload(tx, id))
    if (!file) continue
    const path = `files/${id}/${folderName(file.name)}`
    if (!written.has(path)) {
      const stored = await platform.storage.open(fileKey(workspaceId, file.storedId)).catch(unlessGone)
      // Files that are missing in storage do not stop the export.
      if (!stored) continue
      await add(path, stored.stream)
      written.add(path)
    }
    paths.set(id, path)
  }
  return paths
}

const fileOf = (text: string) => Readable.from([Buffer.from(text)])

// Returns the URLs in a text as relative paths, so that the exported files can be moved. Links to articles outside the
// export become plain text.
function addressesFrom(
  writing: Writing,
  from: string,
  language: string,
  files: Map<string, string>,
  { lists, included }: IncludedContent,
): ReferenceResolver {
  const { paths, first, used, folders } = writing
  const relative = (path: string | undefined) =>
    path === undefined ? null : posix.relative(posix.dirname(from), path).split('/').map(encodeURIComponent).join('/')
  const addresses: ReferenceResolver = {
    link({ kind, id, anchor }) {
      if (kind === 'category') return used.has(id) ? `${relative(folderOf(folders.get(id)!)) || '.'}/` : null
      const to = kind === 'article' ? relative(paths.get(`${id} ${language}`) ?? paths.get(`${id} ${first}`)) : null
      return to && anchor ? `${to}#${encodeURIComponent(anchor)}` : to
    },
    entry: () => null,
    picture(file) {
      const src = relative(files.get(file))
      return src === null ? null : { src }
    },
    file: (file) => relative(files.get(file)),
    include: withinLimits(nothingYet(), (reference) => {
      const part = included.get(keyOf(reference))
      // Includes within an included part are left out.
      return part ? toHtml(part, { ...addresses, include: () => '' }) : ''
    }),
    list: ({ id }) =>
      (lists.get(id) ?? []).flatMap(({ articleId, title, language: own }) => {
        const href = relative(paths.get(`${articleId} ${own}`))
        return href === null ? [] : [{ href, title, language: own }]
      }),
    words: englishWords,
  }
  return addresses
}

/** Writes a text as Markdown with front matter. The values in the front matter are JSON, which is valid YAML. */
function markdown(
  { folders }: Writing,
  article: NonNullable<Awaited<ReturnType<typeof readWhole>>>['article'],
  text: WholeText,
  from: string[],
  addresses: ReferenceResolver,
): string {
  const fields = {
    title: text.title,
    slug: text.slug || undefined,
    language: text.language,
    status: text.status,
    visibility: reachOf(article),
    category: article.categoryId ? folders.get(article.categoryId) : undefined,
    labels: article.labels.length > 0 ? article.labels : undefined,
    description: text.excerpt || undefined,
    redirect_from: from.length > 0 ? from : undefined,
    meta_title: text.metaTitle || undefined,
    meta_description: text.metaDescription || undefined,
    social_image: (text.socialFileId && addresses.picture(text.socialFileId)?.src) || undefined,
    pinned: article.isPinned || undefined,
    feedback: article.takesFeedback ? undefined : false,
    review_every_days: article.reviewEveryDays ?? undefined,
  }
  const front = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  )
  const lines = [...frontMatterSeal({ id: article.id, revision: text.revision }), ...front].join('\n')
  return seal(`---\n${lines}\n---\n\n${toMarkdown(text.document, addresses)}`)
}

const page = (id: string, { title, language, document, revision }: WholeText, addresses: ReferenceResolver) =>
  seal(`<!doctype html>\n<html lang="${escapeHtml(language)}">\n<head><meta charset="utf-8">${htmlSeal({ id, revision })}<title>${escapeHtml(title)}</title></head>
<body>\n<h1>${escapeHtml(title)}</h1>\n${toHtml(document, addresses)}\n</body>\n</html>\n`)
