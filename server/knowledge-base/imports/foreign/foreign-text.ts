import type { ImportRemark } from '#contract/bulk/imports.ts'
import type { articleStatuses } from '#contract/knowledge-base/articles.ts'
import type { visibilities } from '#contract/knowledge-base/categories.ts'

export type ForeignText = {
  source: string
  /** Id of the article at the vendor. */
  thing: string
  /** Language code of the vendor, such as `en-us`. */
  locale: string
  title: string
  /** The content of the text. Null if the file does not contain it. */
  html: string | null
  description?: string
  metaTitle?: string
  metaDescription?: string
  /** The `source` of the category that contains the article. */
  within: string | null
  labels: string[]
  status: (typeof articleStatuses)[number]
  visibility?: (typeof visibilities)[number]
  isPinned?: boolean
  author?: { name: string; email: string }
  createdAt: string | null
  updatedAt: string | null
  address: string | null
  remarks: ImportRemark[]
}

/** A group of articles at the vendor, imported as a category. */
export type ForeignPlace = {
  /** Type and id of the group at the vendor, such as `sections/10`. */
  source: string
  above: string | null
  texts: Map<string, { name: string; description: string }>
  visibility?: (typeof visibilities)[number]
  address: string | null
  remarks: ImportRemark[]
}

export type ForeignGuide = { texts: ForeignText[]; places: ForeignPlace[]; redirects?: ForeignRedirect[] }

export type ForeignRedirect = { from: string; to: string }

/** Sorts parents before children. Categories in a cycle and their descendants become top-level. */
export function inPlaceOrder(places: ForeignPlace[]): ForeignPlace[] {
  const known = new Set(places.map(({ source }) => source))
  const below = Map.groupBy(places, ({ above }) => (above !== null && known.has(above) ? above : null))
  const seen = new Set<string>()
  const list = (above: string | null): ForeignPlace[] =>
    (below.get(above) ?? []).flatMap((place) => {
      if (seen.has(place.source)) return []
      seen.add(place.source)
      return [{ ...place, above }, ...list(place.source)]
    })
  const reached = list(null)
  return [...reached, ...places.filter(({ source }) => !seen.has(source)).map((place) => ({ ...place, above: null }))]
}
