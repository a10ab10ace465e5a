import { CircleAlert, File, FileText, Film, Music } from 'lucide-react'
import type { Asset, MediaKind } from '#web/cms/media/media-types.ts'
import { formatBytes } from '#web/lib/words/format.ts'
import { Icon, type IconShape } from '#web/ui/mark/icon.tsx'

const shapes: Record<MediaKind, IconShape> = { image: File, video: Film, audio: Music, document: FileText, other: File }

const Thumbnail = ({ asset }: { asset: Asset }) =>
  asset.thumbnail ? (
    <img
      src={asset.thumbnail}
      alt=""
      loading="lazy"
      decoding="async"
      className="size-full object-cover dark:brightness-86"
      style={{ objectPosition: `${asset.focus.x * 100}% ${asset.focus.y * 100}%` }}
    />
  ) : (
    <span className="grid size-full place-items-center">
      <Icon of={shapes[asset.kind]} size={24} className="text-ink-3" />
    </span>
  )

const lacksAlt = ({ kind, alt }: Asset) => kind === 'image' && Object.values(alt).every((text) => !text)

export const TileWords = ({ asset: { name, width, height, bytes } }: { asset: Asset }) => (
  <span className="mt-1.5 block min-w-0">
    <span className="block truncate">{name}</span>
    <span className="block truncate text-meta text-ink-3 tabular-nums">
      {width && height ? `${width} × ${height} · ` : ''}
      {formatBytes(bytes)}
    </span>
  </span>
)

export const TileFrame = ({ asset }: { asset: Asset }) => (
  <span className="relative block aspect-[8/5] overflow-hidden rounded-sm bg-press">
    <Thumbnail asset={asset} />
    {lacksAlt(asset) && (
      <span className="absolute bottom-1.5 left-1.5 inline-flex items-center gap-1 rounded-xs bg-amber-tint px-1.5 py-0.5 text-meta text-amber-ink">
        <Icon of={CircleAlert} size={12} /> No alt text
      </span>
    )}
  </span>
)
