import { Time } from '#web/lib/time/time.tsx'

export type HistoryLine = { at: string; words: string; number?: number }

export const VersionLine = ({ at, words, number }: HistoryLine) => (
  <span className="flex w-full items-center gap-2 px-1.5 py-1 text-left">
    <span className="min-w-5 rounded-xs bg-press px-1.5 text-center text-meta tabular-nums empty:bg-transparent">
      {number}
    </span>
    <span className="min-w-0 truncate" title={words}>
      {words}
    </span>
    <Time at={at} className="ml-auto shrink-0 text-meta text-ink-3" />
  </span>
)

type Version = {
  kind: 'edit' | 'publication' | 'restoration' | 'import'
  note: string
  author: { name: string } | null
}

const kinds: Record<Version['kind'], string> = {
  edit: 'draft saved',
  publication: 'published',
  restoration: 'restored',
  import: 'imported',
}

export const versionName = ({ kind, note, author }: Version, isLive: boolean) =>
  `${author?.name ? `${author.name}, ` : ''}${isLive ? 'live' : note || kinds[kind]}`
