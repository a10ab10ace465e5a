import { Plus } from 'lucide-react'
import { type MediaQuery, type MediaView, mediaHref, viewNames } from '#web/cms/media/media-query.ts'
import type { Folder, MediaReport } from '#web/cms/media/media-types.ts'
import { formatBytes, formatCount } from '#web/lib/words/format.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import type { SectionGroup, SectionLink } from '#web/ui/page/section-links.tsx'

type MediaPlace = SectionLink & { total: number }
type Props = { query: MediaQuery; report: MediaReport; folders: Folder[]; onNewFolder: () => void }

export function placesOf({ query, report, folders, onNewFolder }: Props): (SectionGroup & { items: MediaPlace[] })[] {
  const view = (name: MediaView | null, label: string, total: number): MediaPlace => ({
    label,
    href: mediaHref({ view: name }),
    current: query.folder === null && query.view === name,
    count: formatCount(total),
    total,
  })
  const depths = new Map<string, number>()
  for (const { id, parent } of folders) depths.set(id, parent ? (depths.get(parent) ?? 0) + 1 : 0)
  return [
    {
      label: 'Library',
      items: [
        view(null, 'All files', report.all),
        view('unused', viewNames.unused, report.unused),
        view('without-alt', viewNames['without-alt'], report.withoutAlt),
        view('duplicated', viewNames.duplicated, report.duplicated),
        view('trash', viewNames.trash, report.trashed),
      ],
    },
    {
      label: 'Folders',
      action: <IconButton size="sm" icon={Plus} label="New folder" onClick={onNewFolder} className="-mr-1" />,
      items: folders.map(({ id, name, count }) => ({
        label: name,
        href: mediaHref({ folder: id }),
        current: query.folder === id,
        count: formatCount(count),
        total: count,
        depth: depths.get(id) ?? 0,
      })),
    },
  ]
}

const bytesInGb = 1024 ** 3

export function StorageBar({ stored, quota }: MediaReport) {
  const words = `${formatBytes(stored)} of ${formatCount(Math.round(quota / bytesInGb))} GB used`
  return (
    <div className="mt-auto px-2 pt-4 pb-1">
      <ProgressBar label={words} value={stored} max={quota} />
      <p className="mt-2 text-meta text-ink-3 tabular-nums">{words}</p>
    </div>
  )
}
