import { FolderInput, FolderPen, FolderPlus, FolderX, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { EmptyMedia } from '#web/cms/media/grid/media-grid.tsx'
import { countWords } from '#web/lib/list/count-words.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { useFreshLinks } from '#web/lib/uploads/use-fresh-links.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { useShortcuts } from '#web/ui/keys/use-shortcuts.ts'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import { type ChangeDialogKind, ChangeDialogs } from './changes/change-dialogs.tsx'
import { type MediaChanges, useMediaChanges } from './changes/use-media-changes.ts'
import { DetailsPanel } from './details/details-panel.tsx'
import { MediaGrid } from './grid/media-grid.tsx'
import { isFiltered, kindNames, kinds, type MediaQuery, mediaHref, sizeNames, sizes } from './media-query.ts'
import type { Asset, Folder, MediaReport, MediaUse } from './media-types.ts'
import { FolderDialogs, type FolderTask } from './places/folder-dialogs.tsx'
import { MediaPlaces, PlaceMenu, placesOf } from './places/media-places.tsx'
import { UploadButton } from './uploads/upload-button.tsx'
import { UploadList } from './uploads/upload-list.tsx'
import { useFileDrop } from './uploads/use-file-drop.ts'
import { useMediaUploads } from './uploads/use-media-uploads.ts'

export type MediaPageProps = {
  query: MediaQuery
  report: MediaReport
  folders: Folder[]
  media: { items: Asset[]; next: string | null }
  open: { asset: Asset; uses: MediaUse[]; unseen: number } | null
}

export function MediaPage({ query, report, folders, media, open }: MediaPageProps) {
  const [task, setTask] = useState<FolderTask>()
  const { views, tree } = placesOf({ query, report, folders })
  const place = [...views, ...tree].find(({ isCurrent }) => isCurrent)
  const title = place?.label ?? 'All files'
  const folder = query.folder === 'none' ? null : query.folder
  const readAgain = useReadAgain()
  const navigate = useNavigate()
  const uploads = useMediaUploads(() => readAgain())
  const drop = useFileDrop((files) => uploads.addFiles(files, folder))
  const current = folders.find(({ id }) => id === folder)
  useFreshLinks(media.items.length > 0)
  const close = mediaHref({ ...query, file: null })
  // Deleted or restored files have left the list.
  const changes = useMediaChanges(() => {})

  return (
    <Split
      panel={
        open && (
          <DetailsPanel
            key={open.asset.id}
            open={open}
            folders={folders}
            changes={changes}
            languages={report.languages}
            closeHref={close}
          />
        )
      }
    >
      <div className="flex min-h-0 min-w-0 flex-1">
        <MediaPlaces
          query={query}
          report={report}
          folders={folders}
          onNewFolder={() => setTask({ what: 'create', parent: current?.id ?? null })}
        />
        <SplitMain>
          <div className="flex min-h-0 flex-1 flex-col" {...drop.handlers}>
            <PageBar
              title={<PlaceMenu query={query} report={report} folders={folders} title={title} />}
              count={countWords({
                total: place?.count ?? null,
                isNarrowed: isFiltered(query),
                page: media,
                cursor: query.cursor,
              })}
              actions={
                <>
                  <FolderActions folder={current} onTask={setTask} />
                  <UploadButton
                    folder={folder}
                    onFiles={(files) => uploads.addFiles(files, folder)}
                    onAdded={(file) => navigate(mediaHref({ folder, file }))}
                  />
                </>
              }
            />
            <MediaTools query={query} title={title} tags={report.tags} />
            <UploadList uploads={uploads} />
            <MediaList
              key={place?.id}
              query={query}
              media={media}
              folders={folders}
              changes={changes}
              isOver={drop.isOver}
            />
          </div>
        </SplitMain>
      </div>
      <FolderDialogs task={task} folders={folders} onClose={() => setTask(undefined)} />
    </Split>
  )
}

type ActionProps = { folder: Folder | undefined; onTask: (task: FolderTask) => void }

const FolderActions = ({ folder, onTask }: ActionProps) => (
  <>
    <span className="md:hidden">
      <IconButton
        icon={FolderPlus}
        label="New folder"
        onClick={() => onTask({ what: 'create', parent: folder?.id ?? null })}
      />
    </span>
    {folder && (
      <>
        <IconButton icon={FolderPen} label="Change the folder" onClick={() => onTask({ what: 'change', folder })} />
        <IconButton icon={FolderX} label="Delete the folder" onClick={() => onTask({ what: 'delete', folder })} />
      </>
    )}
  </>
)

const mostTags = 12

/** Search, kind and tag filters. Each chip links to the filtered list. */
function MediaTools({ query, title, tags }: { query: MediaQuery; title: string; tags: string[] }) {
  const narrowed = (changes: Partial<MediaQuery>) => mediaHref({ ...query, cursor: null, file: null, ...changes })
  const shown = query.tag && !tags.slice(0, mostTags).includes(query.tag) ? [query.tag, ...tags] : tags
  return (
    <ToolBar>
      <ListSearch
        label={`Search in ${title}`}
        q={query.q}
        hrefOf={(q) => narrowed({ q })}
        group="Media library"
        keyLabel="Search files"
        className="w-60! shrink-0 max-md:w-44!"
      />
      {kinds.map((kind) => (
        <FilterChip
          key={kind}
          value={kindNames[kind]}
          on={query.kind === kind}
          href={narrowed({ kind: query.kind === kind ? null : kind })}
        />
      ))}
      {sizes.map((size) => (
        <FilterChip
          key={size}
          value={sizeNames[size]}
          on={query.size === size}
          href={narrowed({ size: query.size === size ? null : size })}
        />
      ))}
      {shown.slice(0, mostTags).map((tag) => (
        <FilterChip
          key={`#${tag}`}
          value={`#${tag}`}
          on={query.tag === tag}
          href={narrowed({ tag: query.tag === tag ? null : tag })}
        />
      ))}
    </ToolBar>
  )
}

type ListProps = Pick<MediaPageProps, 'query' | 'media' | 'folders'> & { changes: MediaChanges; isOver: boolean }

function MediaList({ query, media, folders, changes, isOver }: ListProps) {
  const ids = media.items.map(({ id }) => id)
  const selection = useSelection(ids)
  const cursor = useRowCursor(ids)
  const [asking, setAsking] = useState<ChangeDialogKind>()
  const chosen = [...selection.selected]
  useListKeys(cursor, selection)
  return (
    <>
      <ScrollArea
        className={classNames(
          chosen.length > 0 && 'pb-14',
          isOver && 'outline-2 -outline-offset-4 outline-accent outline-dashed',
        )}
      >
        {media.items.length === 0 ? (
          <div className="grid h-full place-content-center">
            <EmptyMedia query={query} />
          </div>
        ) : (
          <MediaGrid
            query={query}
            selected={selection.selected}
            assets={media.items}
            grid={cursor.table}
            onSelect={(id, isRange) => (isRange ? selection.selectTo(id) : selection.toggle(id))}
            onCursor={cursor.setCursorId}
          />
        )}
      </ScrollArea>
      {chosen.length > 0 && (
        <BulkBar count={chosen.length} onClear={selection.clear}>
          {query.view === 'trash' ? (
            <BulkAction icon={RotateCcw} label="Restore from the trash" onClick={() => changes.takeBack(chosen)} />
          ) : (
            <>
              <BulkAction icon={FolderInput} label="Move" onClick={() => setAsking('move')} />
              <BulkAction icon={Tag} label="Tag" onClick={() => setAsking('tag')} />
              <BulkAction icon={Trash2} label="Delete" onClick={() => changes.trash(chosen)} />
            </>
          )}
        </BulkBar>
      )}
      <ChangeDialogs
        asking={asking}
        folders={folders}
        changes={changes}
        ids={chosen}
        onClose={() => setAsking(undefined)}
      />
      <KeyStrip keys={stripKeys} hasRow={cursor.cursorId !== undefined}>
        <CursorPager
          hrefOf={(next) => mediaHref({ ...query, file: null, cursor: next })}
          cursor={query.cursor}
          rows={media.items.length}
          next={media.next}
          total={null}
        />
      </KeyStrip>
    </>
  )
}

const stripKeys = [
  { keys: ['J', 'K'], label: 'Move' },
  { keys: ['X'], label: 'Select', ofRow: true },
  { keys: ['enter'], label: 'Details', ofRow: true },
  { keys: ['U'], label: 'Upload' },
  { keys: ['?'], label: 'All shortcuts' },
]

function useListKeys(cursor: ReturnType<typeof useRowCursor>, selection: ReturnType<typeof useSelection>) {
  const group = 'Media library'
  const { cursorId } = cursor
  useShortcuts(
    {
      j: { label: 'Next file', run: () => cursor.move(1) },
      k: { label: 'Previous file', run: () => cursor.move(-1) },
      x: { label: 'Select the file', run: () => cursorId && selection.toggle(cursorId) },
    },
    { group },
  )
  useShortcuts(
    { esc: { label: 'Clear the selection', run: selection.clear } },
    { group, enabled: selection.selected.size > 0 },
  )
}
