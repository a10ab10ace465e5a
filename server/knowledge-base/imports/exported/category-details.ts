import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { categoryIcons, mostDepth, OwnPath, visibilities } from '#contract/knowledge-base/categories.ts'
import { asLine } from '#contract/letters/as-line.ts'
import type { Source } from '#server/bulk/imports/import-kind.ts'
import { folderOf } from '#server/knowledge-base/imports/article-paths.ts'
import { decodeJson } from '#server/knowledge-base/imports/decode-text.ts'
import { ArchiveError } from '#server/platform/archives/open-archive.ts'
import { categoryThing } from './things.ts'

/** The archive file with category properties that folders cannot express. */
export const categoriesFile = 'categories.json'
const mostBytes = 2 * 1024 * 1024
const mostRedirects = 1000

const Name = z.string().max(80).overwrite(asLine)
const Details = z.object({
  /** Exports of earlier versions have no `id` and no `parent`. */
  id: Id.optional(),
  parent: Id.nullable().optional(),
  /** Category names from the top, in the first language. */
  path: z.array(Name).min(1).max(mostDepth),
  icon: z.enum(categoryIcons),
  visibility: z.enum(visibilities),
  texts: z.record(z.string(), z.object({ name: Name, description: z.string().max(300).overwrite(asLine) })),
  redirect_from: z.array(OwnPath).max(mostRedirects).default([]),
  checksum: z.string().optional(),
})
export type CategoryDetails = z.output<typeof Details>

type CategoryState = Pick<CategoryDetails, 'visibility' | 'texts'> & {
  icon: string
  parent?: string | null | undefined
}

export const checksumOfCategory = ({ parent = null, icon, visibility, texts }: CategoryState): string => {
  const words = Object.entries(texts)
    .map(([language, { name, description }]) => [language, name, description])
    .toSorted(([one], [other]) => (one! < other! ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([parent, icon, visibility, words]))
    .digest('hex')
}

/** Reads `categories.json`. Null if the file cannot be decoded, empty if it is missing or has another format. */
export async function readCategories(source: Source): Promise<CategoryDetails[] | null> {
  if (!source.has(categoriesFile)) return []
  const text = decodeJson(await source.read(categoriesFile, mostBytes).catch(nothingOfTooLarge))
  if (text === null) return null
  return z.array(Details).max(2000).safeParse(parse(text)).data ?? []
}

function nothingOfTooLarge(error: unknown): Buffer {
  if (error instanceof ArchiveError) return Buffer.alloc(0)
  throw error
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const keyOf = (path: readonly string[]) => JSON.stringify(path.map((name) => name.toLowerCase()))

const thingOf = ({ id, path }: CategoryDetails) =>
  categoryThing(id ?? createHash('sha256').update(keyOf(path)).digest('hex').slice(0, 32))

export function categoryThings(details: readonly CategoryDetails[]) {
  const byPath = new Map(details.map((one) => [keyOf(one.path), thingOf(one)]))
  const byFolder = new Map(details.map((one) => [folderOf(one.path).toLowerCase(), thingOf(one)]))
  const aboveByName = (path: readonly string[]) => byPath.get(keyOf(path.slice(0, -1))) ?? null
  return {
    thingOf,
    named: (path: readonly string[]) => byPath.get(keyOf(path)),
    inFolder: (folder: string) => byFolder.get(folder.toLowerCase()),
    above: ({ id, parent, path }: CategoryDetails) =>
      id ? (parent ? categoryThing(parent) : null) : aboveByName(path),
  }
}
