import { Plus } from 'lucide-react'
import { type MediaQuery, type MediaView, mediaHref, viewNames } from '#web/cms/media/media-query.ts'
import type { Folder, MediaReport } from '#web/cms/media/media-types.ts'
import { formatBytes, formatCount } from '#web/lib/words/format.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { TitleMenu } from '#web/ui/page/title-menu.tsx'
import { ViewColumn, ViewGroup, ViewLink } from '#web/ui/page/view-column.tsx'

type Props = { query: MediaQuery; report: MediaReport; folders: Folder[] }

type MediaPlace = { id: string; label: string; href: string; count: number; isCurrent: boolean; depth?: number }

/** Views and the folder tree, with counts. */
export function placesOf({ query, report, folders }: Props): { views: MediaPlace[]; tree: MediaPlace[] } {
  const view = (name: MediaView | null, label: string, count: number): MediaPlace => ({
    id: name ?? 'all',
    label,
    count,
    href: mediaHref({ view: name }),
    isCurrent: query.folder === null && query.view === name,
  })
  const depths = new Map<string, number>()
  for (const { id, parent } of folders) depths.set(id, parent ? (depths.get(parent) ?? 0) + 1 : 0)
  return {
    views: [
      view(null, 'All files', report.all),
      view('unused', viewNames.unused, report.unused),
      view('without-alt', viewNames['without-alt'], report.withoutAlt),
      view('duplicated', viewNames.duplicated, report.duplicated),
      view('trash', viewNames.trash, report.trashed),
    ],
    tree: folders.map(({ id, name, count }) => ({
      id,
      label: name,
      count,
      depth: depths.get(id) ?? 0,
      href: mediaHref({ folder: id }),
      isCurrent: query.folder === id,
    })),
  }
}

export function MediaPlaces({ onNewFolder, ...props }: Props & { onNewFolder: () => void }) {
  const { views, tree } = placesOf(props)
  return (
    <ViewColumn label="Media library">
      <ViewGroup label="Library">
        {views.map((place) => (
          <PlaceLink key={place.id} {...place} />
        ))}
      </ViewGroup>
      <ViewGroup
        label="Folders"
        action={<IconButton size="sm" icon={Plus} label="New folder" onClick={onNewFolder} className="-mr-1" />}
      >
        {tree.map((place) => (
          <PlaceLink key={place.id} {...place} />
        ))}
      </ViewGroup>
      <StorageBar {...props.report} />
    </ViewColumn>
  )
}

const bytesInGb = 1024 ** 3

/** Used and allowed storage of the workspace. */
function StorageBar({ stored, quota }: MediaReport) {
  const words = `${formatBytes(stored)} of ${formatCount(Math.round(quota / bytesInGb))} GB used`
  return (
    <div className="mt-auto px-2 pt-4 pb-1">
      <ProgressBar label={words} value={stored} max={quota} />
      <p className="mt-2 text-meta text-ink-3 tabular-nums">{words}</p>
    </div>
  )
}

const PlaceLink = ({ label, href, count, isCurrent, depth }: Omit<MediaPlace, 'id'>) => (
  <ViewLink href={href} current={isCurrent} count={formatCount(count)} depth={depth}>
    {label}
  </ViewLink>
)

/** On phones the title opens a menu of views and folders. */
export function PlaceMenu({ title, ...props }: Props & { title: string }) {
  const { views, tree } = placesOf(props)
  const items = (places: MediaPlace[]) =>
    places.map(({ label, href, count, isCurrent }) => ({ label, href, current: isCurrent, detail: formatCount(count) }))
  return (
    <TitleMenu
      title={title}
      label="Media library"
      groups={[
        { label: 'Library', items: items(views) },
        ...(tree.length > 0 ? [{ label: 'Folders', items: items(tree) }] : []),
      ]}
    />
  )
}
