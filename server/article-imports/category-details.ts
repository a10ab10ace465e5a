import { z } from 'zod'
import { categoryIcons, mostDepth, visibilities } from '#contract/knowledge-base.ts'
import { asLine } from '#contract/letters/as-line.ts'
import type { ListedSource } from '#server/imports/import-kind.ts'
import { decodeJson } from './decode-text.ts'

/** The file of an archive that says of categories what no folder says. */
export const categoriesFile = 'categories.json'
const mostBytes = 2 * 1024 * 1024

const Name = z.string().max(80).overwrite(asLine)
const Details = z.object({
  /** Its names from the top, in the first language. */
  path: z.array(Name).min(1).max(mostDepth),
  icon: z.enum(categoryIcons),
  visibility: z.enum(visibilities),
  texts: z.record(z.string(), z.object({ name: Name, description: z.string().max(300).overwrite(asLine) })),
})
export type CategoryDetails = z.output<typeof Details>
export const PlacedDetails = Details.omit({ path: true })
export type PlacedDetails = z.output<typeof PlacedDetails>

/** Of each category by its path. A file that is something else says nothing; null where its letters cannot be read. */
export async function readCategories(source: ListedSource): Promise<Map<string, PlacedDetails> | null> {
  const file = source.files.find(({ path, bytes }) => path === categoriesFile && bytes <= mostBytes)
  if (!file) return new Map()
  const text = decodeJson(await source.read(file.path, mostBytes))
  if (text === null) return null
  const { data = [] } = z.array(Details).max(2000).safeParse(parse(text))
  return new Map(data.map(({ path, ...details }) => [keyOf(path), details]))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names are compared without regard to case, as those of categories are. */
const keyOf = (path: string[]) => JSON.stringify(path.map((name) => name.toLowerCase()))

export const detailsAlong = (known: Map<string, PlacedDetails>, path: string[]) =>
  path.map((_, index) => known.get(keyOf(path.slice(0, index + 1))) ?? null)
