import { keysOf } from '#contract/keys-of.ts'
import { isUuid } from '#contract/uuid.ts'
import type { MediaKind } from './media-types.ts'

const mediaPath = '/cms/media'

export type MediaView = 'unused' | 'without-alt' | 'duplicated' | 'trash'
export const viewNames: Record<MediaView, string> = {
  unused: 'Not used anywhere',
  'without-alt': 'No alternative text',
  duplicated: 'Duplicates',
  trash: 'Trash',
}

export const kindNames: Record<MediaKind, string> = {
  image: 'Pictures',
  video: 'Video',
  audio: 'Audio',
  document: 'Documents',
  other: 'Other',
}
export const kinds = keysOf(kindNames)
const views = keysOf(viewNames)

export type TileSize = 'small' | 'large'
export const sizeNames: Record<TileSize, string> = { small: 'Under 100 KB', large: 'Over 1 MB' }
export const sizes = keysOf(sizeNames)
const bytesOf = { small: { maxBytes: '100000' }, large: { minBytes: '1000000' } } as const

export type MediaQuery = {
  q: string
  /** Folder id, or `none` for files without a folder. */
  folder: string | null
  view: MediaView | null
  kind: MediaKind | null
  size: TileSize | null
  tag: string | null
  cursor: string | null
  file: string | null
}

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

export const isFiltered = ({ q, kind, size, tag }: MediaQuery) => Boolean(q || kind || size || tag)
export const withoutFilters = ({ folder, view }: MediaQuery): Partial<MediaQuery> => ({ folder, view })

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
