import { Images, SearchX } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { isFiltered, type MediaQuery, mediaHref, viewNames, withoutFilters } from '#web/cms/media/media-query.ts'
import type { Asset } from '#web/cms/media/media-types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { TileFrame, TileWords } from './media-tile.tsx'

type Props = {
  query: MediaQuery
  assets: Asset[]
  selected: ReadonlySet<string>
  onSelect: (id: string, isRange: boolean) => void
  onCursor: (id: string) => void
  grid: RefObject<HTMLDivElement | null>
}

export const MediaGrid = ({ query, assets, selected, onSelect, onCursor, grid }: Props) => (
  <div ref={grid}>
    <ul aria-label="Files" className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-4 p-5">
      {assets.map((asset) => (
        <li key={asset.id} data-row={asset.id} className="group/tile relative min-w-0">
          <Link
            to={mediaHref({ ...query, file: asset.id })}
            preventScrollReset
            aria-current={query.file === asset.id || undefined}
            onFocus={() => onCursor(asset.id)}
            className={classNames(
              'block rounded-md outline-offset-3',
              query.file === asset.id && 'outline-2 outline-accent',
            )}
          >
            <TileFrame asset={asset} />
            <TileWords asset={asset} />
          </Link>
          <span
            className={classNames(
              'absolute top-1.5 left-1.5 group-focus-within/tile:opacity-100 group-hover/tile:opacity-100 touch:opacity-100',
              !selected.has(asset.id) && selected.size === 0 && 'opacity-0',
            )}
          >
            <BareCheckbox
              label={`Select ${asset.name}`}
              checked={selected.has(asset.id)}
              onChange={({ nativeEvent }) =>
                onSelect(asset.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </span>
        </li>
      ))}
    </ul>
  </div>
)

export function EmptyMedia({ query }: { query: MediaQuery }) {
  if (isFiltered(query))
    return (
      <EmptyState
        icon={SearchX}
        title="No file matches"
        actions={<Button href={mediaHref(withoutFilters(query))}>Clear filters</Button>}
      >
        No file matches this search and these filters.
      </EmptyState>
    )
  if (query.view)
    return (
      <EmptyState icon={Images} title={emptyTitles[query.view]} tone="done">
        {query.view === 'trash' ? 'Deleted files stay here for 30 days.' : `“${viewNames[query.view]}” is empty.`}
      </EmptyState>
    )
  return (
    <EmptyState icon={Images} title={query.folder ? 'This folder is empty' : 'No files yet'}>
      Drop files here, paste them, or select Upload. Sites can request pictures in other sizes and formats.
    </EmptyState>
  )
}

const emptyTitles = {
  unused: 'Every file is in use',
  'without-alt': 'Every picture has an alternative text',
  duplicated: 'No two files have the same content',
  trash: 'The trash is empty',
}
