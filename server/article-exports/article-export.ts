import { posix } from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { categoriesFile } from '#server/article-imports/category-details.ts'
import { listAddresses, listPlaces, listWholeIds, readWhole, type WholeText } from '#server/articles/show-article.ts'
import { type Addresses, englishWords } from '#server/documents/render/addresses.ts'
import { referencesOf } from '#server/documents/render/references-of.ts'
import { toHtml } from '#server/documents/render/to-html.ts'
import { toMarkdown } from '#server/documents/render/to-markdown.ts'
import type { ExportContext, ExportKind } from '#server/exports/export-kind.ts'
import { findUpload } from '#server/files/keep-file.ts'
import { fileKey } from '#server/files/storage-keys.ts'
import { listTree } from '#server/knowledge-base/categories/show-categories.ts'
import { listIdsWithin } from '#server/knowledge-base/categories/within.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import type { AddFile } from '#server/platform/archives/write-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { unlessGone } from '#server/platform/storage.ts'

const Options = z.strictObject({
  category: z.uuid().nullable().default(null),
  format: z.enum(['markdown', 'html']).default('markdown'),
})
type Options = z.output<typeof Options>

/** Articles as files in the folders of their categories; `articles` of the imports reads the same of them. */
export const articleExport: ExportKind<typeof Options> = {
  name: 'articles',
  options: Options,
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

type Tree = Map<string, Awaited<ReturnType<typeof listTree>>[number]>
type Plan = {
  ids: string[]
  paths: Map<string, string>
  folders: Map<string, string[]>
  tree: Tree
  /** Categories that something stands in, and all above them. */
  used: Set<string>
  first: string
}
type Writing = ExportContext & Plan & Options & { add: AddFile; written: Set<string> }

/** Where each text stands is known before the first is written, since they lead to each other. */
async function planPaths(tx: WorkspaceTx, { category, format }: Options): Promise<Plan> {
  const [first = 'en'] = await findLanguages(tx)
  const tree: Tree = new Map((await listTree(tx)).map((one) => [one.id, one]))
  const folders = foldersIn(tree)
  const used = new Set<string>()
  const within = category ? await listIdsWithin(tx, category) : null
  const ids = await listWholeIds(tx, within)
  const addresses = await listAddresses(tx, ids)
  const slugs = new Map(addresses.filter(({ language }) => language === first).map((one) => [one.articleId, one.slug]))
  const places = new Map<string, string>()
  for (const { id, categoryId } of await listPlaces(tx, ids)) {
    const folder = (folders.get(categoryId ?? '') ?? []).map(folderName).join('/')
    places.set(id, posix.join(folder, slugs.get(id) || id))
    for (let at = categoryId; at; at = tree.get(at)?.parent ?? null) used.add(at)
  }
  const ending = format === 'html' ? '.html' : '.md'
  const paths = new Map(
    addresses.map(({ articleId, language }) => [
      `${articleId} ${language}`,
      `${places.get(articleId)}${language === first ? '' : `.${language}`}${ending}`,
    ]),
  )
  return { ids, paths, folders, tree, used, first }
}

/** The names of each category from the top. */
function foldersIn(tree: Tree): Map<string, string[]> {
  const pathOf = (id: string | null): string[] => {
    const place = id ? tree.get(id) : undefined
    return place ? [...pathOf(place.parent), place.names[0] ?? place.id] : []
  }
  return new Map([...tree.keys()].map((id) => [id, pathOf(id)]))
}

/** What no folder says of them. */
const describeCategories = ({ tree, folders, used }: Plan) =>
  JSON.stringify(
    [...tree.values()]
      .filter(({ id }) => used.has(id))
      .map(({ id, icon, visibility, texts }) => ({ path: folders.get(id), icon, visibility, texts })),
    null,
    2,
  )

/** What no file system takes, and what would lead out of the folder. */
const folderName = (name: string) => name.replace(/[\p{Cc}/\\:*?"<>|]/gu, '-').replace(/^[.\s]+|[.\s]+$/g, '') || '-'

async function writeArticle(writing: Writing, id: string) {
  const whole = await writing.inWorkspace((tx) => readWhole(tx, id))
  if (!whole) return
  for (const text of whole.texts) {
    const path = writing.paths.get(`${id} ${text.language}`)
    if (!path) continue
    const files = await writeFiles(writing, text)
    const addresses = addressesFrom(writing, path, { files, language: text.language })
    const body = writing.format === 'html' ? page(text, addresses) : markdown(writing, whole.article, text, addresses)
    await writing.add(path, fileOf(body))
  }
}

/** What a text shows and offers, each once in the archive. */
type Shown = Pick<WholeText, 'document' | 'socialFileId'>

async function writeFiles({ workspaceId, inWorkspace, platform, add, written }: Writing, shown: Shown) {
  const { pictures, files } = referencesOf(shown.document)
  const social = shown.socialFileId ? [{ file: shown.socialFileId }] : []
  const paths = new Map<string, string>()
  for (const { file: id } of [...pictures, ...files, ...social]) {
    const file = await inWorkspace((tx) => findUpload(tx, id))
    if (!file) continue
    const path = `files/${id}/${folderName(file.name)}`
    if (!written.has(path)) {
      const stored = await platform.storage.open(fileKey(workspaceId, file.storedId)).catch(unlessGone)
      // What the storage lost stands in the way of nothing else.
      if (!stored) continue
      await add(path, stored.stream)
      written.add(path)
    }
    paths.set(id, path)
  }
  return paths
}

const fileOf = (text: string) => Readable.from([Buffer.from(text)])

type From = { files: Map<string, string>; language: string }

/** Relative, so that the files can stand anywhere. What is not exported along is words alone. */
function addressesFrom({ paths, first }: Writing, from: string, { files, language }: From): Addresses {
  const relative = (path: string | undefined) =>
    path === undefined ? null : posix.relative(posix.dirname(from), path).split('/').map(encodeURIComponent).join('/')
  return {
    link({ kind, id, anchor }) {
      const to = kind === 'article' ? relative(paths.get(`${id} ${language}`) ?? paths.get(`${id} ${first}`)) : null
      return to && anchor ? `${to}#${encodeURIComponent(anchor)}` : to
    },
    entry: () => null,
    picture(file) {
      const src = relative(files.get(file))
      return src === null ? null : { src }
    },
    file: (file) => relative(files.get(file)),
    include: () => '',
    list: () => [],
    words: englishWords,
  }
}

type Kept = NonNullable<Awaited<ReturnType<typeof readWhole>>>['article']

/** Whoever may read it less than by its own setting, by its category, may read no more of it elsewhere. */
const reachOf = ({ audience, isListed }: Kept) => (audience === 'public' && !isListed ? 'unlisted' : audience)

/** JSON is YAML, so every value is written as that. */
function markdown({ folders }: Writing, article: Kept, text: WholeText, addresses: Addresses): string {
  const fields = {
    title: text.title,
    slug: text.slug || undefined,
    language: text.language,
    status: text.status,
    visibility: reachOf(article),
    category: article.categoryId ? folders.get(article.categoryId) : undefined,
    labels: article.labels.length > 0 ? article.labels : undefined,
    description: text.excerpt || undefined,
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
  return `---\n${front.join('\n')}\n---\n\n${toMarkdown(text.document, addresses)}`
}

const page = ({ title, language, document }: WholeText, addresses: Addresses) =>
  `<!doctype html>\n<html lang="${escapeHtml(language)}">\n<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body>\n<h1>${escapeHtml(title)}</h1>\n${toHtml(document, addresses)}\n</body>\n</html>\n`
