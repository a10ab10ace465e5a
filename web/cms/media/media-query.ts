import { isUuid } from '#contract/uuid.ts'
import type { Kind } from './media-types.ts'

const mediaPath = '/cms/media'

/** Views beside the folders. */
export type View = 'unused' | 'without-alt' | 'duplicated' | 'trash'
export const viewNames: Record<View, string> = {
  unused: 'Not used anywhere',
  'without-alt': 'No alternative text',
  duplicated: 'Twice or more',
  trash: 'Trash',
}

export const kindNames: Record<Kind, string> = {
  image: 'Pictures',
  video: 'Video',
  audio: 'Audio',
  document: 'Documents',
  other: 'Other',
}
export const kinds = Object.keys(kindNames) as Kind[]
const views = Object.keys(viewNames) as View[]

export type Size = 'small' | 'large'
export const sizeNames: Record<Size, string> = { small: 'Under 100 KB', large: 'Over 1 MB' }
export const sizes = Object.keys(sizeNames) as Size[]
const bytesOf = { small: { maxBytes: '100000' }, large: { minBytes: '1000000' } } as const

/** What an address asks the library for, and which file is open beside it. */
export type MediaQuery = {
  q: string
  /** An id, or `none` for those in no folder. */
  folder: string | null
  view: View | null
  kind: Kind | null
  size: Size | null
  tag: string | null
  cursor: string | null
  file: string | null
}

/** What it does not know is left out. */
export function readMediaQuery(search: URLSearchParams): MediaQuery {
  const fitting = (name: string, fits: (value: string) => boolean) => {
    const value = search.get(name)
    return value && fits(value) ? value : null
  }
  return {
    q: search.get('q')?.trim().slice(0, 256) ?? '',
    folder: fitting('folder', (value) => value === 'none' || isUuid(value)),
    view: views.find((view) => view === search.get('view')) ?? null,
    kind: kinds.find((kind) => kind === search.get('kind')) ?? null,
    size: sizes.find((size) => size === search.get('size')) ?? null,
    tag: fitting('tag', (value) => value.length <= 50),
    cursor: search.get('cursor'),
    file: fitting('file', (value) => isUuid(value)),
  }
}

export function mediaHref(query: Partial<MediaQuery>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${mediaPath}?${new URLSearchParams(given)}` : mediaPath
}

/** Whether something narrows the list beside the place that is open. */
export const isFiltered = ({ q, kind, size, tag }: MediaQuery) => Boolean(q || kind || size || tag)
/** The same place without what narrows it. */
export const withoutFilters = ({ folder, view }: MediaQuery): Partial<MediaQuery> => ({ folder, view })

/** The same as the API calls it. */
export const askedBy = ({ q, folder, view, kind, size, tag, cursor }: Omit<MediaQuery, 'file'>) => ({
  q: q || undefined,
  folder: folder ?? undefined,
  tag: tag ?? undefined,
  cursor: cursor ?? undefined,
  kind: kind ?? undefined,
  ...(view === 'unused' && { unused: 'true' as const }),
  ...(view === 'without-alt' && { withoutAlt: 'true' as const }),
  ...(view === 'duplicated' && { duplicated: 'true' as const }),
  ...(size && bytesOf[size]),
  ...(view === 'trash' && { trashed: 'true' as const }),
})
