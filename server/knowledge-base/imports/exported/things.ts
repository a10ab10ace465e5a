import type { Source } from '#server/bulk/imports/import-kind.ts'
import { findSubjects } from '#server/bulk/imports/show-imports.ts'
import { isTrashed } from '#server/knowledge-base/articles/show-article.ts'
import { listTree } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { isText, partsOf } from '#server/knowledge-base/imports/article-paths.ts'
import { decodeText } from '#server/knowledge-base/imports/decode-text.ts'
import { mostOfText, splitFile } from '#server/knowledge-base/imports/read-text.ts'
import { ArchiveError } from '#server/platform/archives/open-archive.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { readSeal } from './export-seal.ts'

const ofArticle = 'id:'
const ofCategory = 'categories/'

export const articleThing = (id: string) => `${ofArticle}${id}`
export const categoryThing = (id: string) => `${ofCategory}${id}`

type ArticleIds = { of: Map<string, Promise<string | null>>; beside: Map<string, string[]> }
const known = new WeakMap<Source['read'], ArticleIds>()

/** Returns the key of an article: the id from a file in any language, or else the path without language. */
export async function articleKeyAt(source: Source, path: string, languages: readonly string[]): Promise<string> {
  const ids = known.get(source.read) ?? { of: new Map(), beside: besideEachOther(source.paths, languages) }
  known.set(source.read, ids)
  const { thing } = partsOf(path, languages)
  for (const one of [path, ...(ids.beside.get(thing) ?? [])]) {
    const read = ids.of.get(one) ?? readId(source, one)
    ids.of.set(one, read)
    const id = await read
    if (id) return articleThing(id)
  }
  return thing
}

const besideEachOther = (paths: readonly string[], languages: readonly string[]) =>
  Map.groupBy(paths.filter(isText), (path) => partsOf(path, languages).thing)

async function readId(source: Source, path: string): Promise<string | null> {
  try {
    const text = decodeText(await source.read(path, mostOfText))
    return text === null ? null : (readSeal(splitFile(path, text).frontMatter, text)?.id ?? null)
  } catch (error) {
    if (error instanceof ArchiveError) return null
    throw error
  }
}

/** Finds articles and categories of earlier imports, and existing ones that have the exported ids. */
export async function findOwnSubjects(tx: WorkspaceTx, things: string[]): Promise<Map<string, string>> {
  const subjects = await findSubjects(tx, 'articles', things)
  const categories = things.some((thing) => thing.startsWith(ofCategory))
    ? new Set((await listTree(tx)).map(({ id }) => id))
    : new Set()
  for (const thing of things) {
    const id = thing.slice(thing.startsWith(ofArticle) ? ofArticle.length : ofCategory.length)
    const isHere = thing.startsWith(ofCategory)
      ? categories.has(id)
      : thing.startsWith(ofArticle) && (await isTrashed(tx, id)) !== undefined
    if (isHere) subjects.set(thing, id)
  }
  return subjects
}
