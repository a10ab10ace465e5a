import type { RefObject } from 'react'
import { Link } from 'react-router'
import { type MediaQuery, mediaHref } from '#web/cms/media/media-query.ts'
import type { Asset } from '#web/cms/media/media-types.ts'
import { classNames } from '#web/ui/class-names.ts'
import { BareCheckbox } from '#web/ui/form/checkbox.tsx'
import { TileFrame, TileWords } from './media-tile.tsx'

type Props = {
  query: MediaQuery
  assets: Asset[]
  selected: ReadonlySet<string>
  onSelect: (id: string, isRange: boolean) => void
  onCursor: (id: string) => void
  grid: RefObject<HTMLDivElement | null>
}

/** Each file links to its details. The checkbox selects it for bulk changes. */
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
