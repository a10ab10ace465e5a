import { FolderInput, FolderPen, FolderPlus, FolderX, RotateCcw, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { listMedia, listMediaUses, showMedia, showMediaReport } from '#contract/content/media.ts'
import { listMediaFolders } from '#contract/content/media-folders.ts'
import {
  type ChangeDialogKind,
  ChangeDialogs,
  type MediaChanges,
  useMediaChanges,
} from '#web/cms/media/changes/media-changes.tsx'
import { EmptyMedia } from '#web/cms/media/grid/media-grid.tsx'
import { api } from '#web/lib/api.ts'
import { countWords } from '#web/lib/list/count-words.ts'
import { CursorPager } from '#web/lib/list/cursor-pager.tsx'
import { ListSearch } from '#web/lib/list/list-search.tsx'
import { readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { useFreshLinks } from '#web/lib/uploads/use-fresh-links.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { BulkAction, BulkBar } from '#web/ui/list/bulk-bar.tsx'
import { FilterChip } from '#web/ui/list/filter-chip.tsx'
import { KeyStrip } from '#web/ui/list/key-strip.tsx'
import { ToolBar } from '#web/ui/list/tool-bar.tsx'
import { useListKeys } from '#web/ui/list/use-list-keys.ts'
import { useRowCursor } from '#web/ui/list/use-row-cursor.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { SectionColumn, SectionTitle } from '#web/ui/page/section-links.tsx'
import { Split, SplitMain } from '#web/ui/page/split.tsx'
import type { Route } from './+types/media.ts'
import { DetailsPanel } from './details/details-panel.tsx'
import { MediaGrid } from './grid/media-grid.tsx'
import {
  askedBy,
  isFiltered,
  kindNames,
  kinds,
  type MediaQuery,
  mediaHref,
  readMediaQuery,
  sizeNames,
  sizes,
} from './media-query.ts'
import type { Folder } from './media-types.ts'
import { FolderDialogs, type FolderTask } from './places/folder-dialogs.tsx'
import { placesOf, StorageBar } from './places/media-places.tsx'
import { UploadButton } from './uploads/upload-button.tsx'
import { UploadList } from './uploads/upload-list.tsx'
import { useFileDrop } from './uploads/use-file-drop.ts'
import { useMediaUploads } from './uploads/use-media-uploads.ts'

const pageSize = 60

export const meta: Route.MetaFunction = () => [{ title: 'Media library · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const query = readMediaQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    report: () => call(showMediaReport, {}),
    folders: async () => (await call(listMediaFolders, {})).items,
    media: () => call(listMedia, { query: { ...askedBy(query), limit: pageSize } }),
    // Null if no file is open or the open file was deleted.
    open: async () => {
      if (!query.file) return null
      const params = { id: query.file }
      const { answer: asset } = await attempt(showMedia, { params })
      if (!asset) return null
      const { items: uses, unseen } = await call(listMediaUses, { params })
      return { asset, uses, unseen }
    },
  })
}

const touches: Touches<'report' | 'folders' | 'media' | 'open'> = {
  'media.*': ['report', 'folders', 'media', 'open'],
  'entry.*': ['report', 'media', 'open'],
  otherwise: [],
}

type MediaPageProps = Route.ComponentProps['loaderData']

export default function Media({ loaderData }: Route.ComponentProps) {
  const { query, report, folders, media, open } = useLivePage(loaderData, ({ type }) => touchedBy(touches, type))
  const [task, setTask] = useState<FolderTask>()
  const folder = query.folder === 'none' ? null : query.folder
  const current = folders.find(({ id }) => id === folder)
  const addFolder = () => setTask({ what: 'create', parent: current?.id ?? null })
  const groups = placesOf({ query, report, folders, onNewFolder: addFolder })
  const place = groups.flatMap(({ items }) => items).find(({ current }) => current)
  const title = place?.label ?? 'All files'
  const readAgain = useReadAgain()
  const navigate = useNavigate()
  const uploads = useMediaUploads(() => readAgain())
  const drop = useFileDrop((files) => uploads.addFiles(files, folder))
  useFreshLinks(media.items.length > 0)
  const close = mediaHref({ ...query, file: null })
  const changes = useMediaChanges()

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
        <SectionColumn label="Media library" groups={groups}>
          <StorageBar {...report} />
        </SectionColumn>
        <SplitMain>
          <div className="flex min-h-0 flex-1 flex-col" {...drop.handlers}>
            <PageBar
              title={<SectionTitle label="Media library" title={title} groups={groups} />}
              count={countWords({
                total: place?.total ?? null,
                isNarrowed: isFiltered(query),
                page: media,
                cursor: query.cursor,
              })}
              actions={
                <>
                  <FolderActions folder={current} onAdd={addFolder} onTask={setTask} />
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
              key={place?.href}
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

type ActionProps = { folder: Folder | undefined; onAdd: () => void; onTask: (task: FolderTask) => void }

const FolderActions = ({ folder, onAdd, onTask }: ActionProps) => (
  <>
    <span className="md:hidden">
      <IconButton icon={FolderPlus} label="New folder" onClick={onAdd} />
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
  useListKeys({ group: 'Media library', noun: 'file', cursor, selection, hasRanges: false })
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
