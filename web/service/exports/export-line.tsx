import { Download } from 'lucide-react'
import type { cancelExport, showExport } from '#contract/bulk/exports.ts'
import { Time } from '#web/lib/time/time.tsx'
import { formatBytes } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { type ExportRow, exportWords, isExportAtWork } from './export-words.ts'

type Props = {
  row: ExportRow
  name: string
  /** What the export counts, such as "article". */
  noun: string
}

/** An export with its progress, its file and a button to cancel it. */
export function ExportLine({ row, name, noun }: Props) {
  const cancelling = useWrite(
    () => ask<typeof cancelExport>('PUT', '/api/v1/exports/:id/cancellation', { params: { id: row.id } }),
    { tellsProblem: true, done: () => 'Cancelled' },
  )
  const fetching = useWrite(() => ask<typeof showExport>('GET', '/api/v1/exports/:id', { params: { id: row.id } }), {
    keepsPage: true,
    tellsProblem: true,
    // The download URL expires after some minutes, so the page requests it only on a click.
    onAnswer: ({ url }) => url && window.location.assign(url),
  })
  return (
    <li className="grid gap-1 border-b border-line px-4 py-2.5 md:px-5">
      <p className="flex items-baseline gap-2">
        <span className="truncate font-medium">{name}</span>
        <span className="ml-auto shrink-0 text-meta text-ink-3">
          <Time at={row.createdAt} />
        </span>
      </p>
      <p className="wrap-anywhere text-ink-2">{exportWords(row, noun)}</p>
      <p className="text-meta text-ink-3">
        {row.askedBy.name}
        {row.expiresAt && (
          <>
            {' '}
            · file available until <Time at={row.expiresAt} style="moment" />
          </>
        )}
      </p>
      {row.state === 'running' && <ProgressBar label={`Exporting ${name}`} value={row.done} max={row.total} />}
      {(isExportAtWork(row) || row.expiresAt) && (
        <p className="mt-1 flex gap-2">
          {row.expiresAt && (
            <Button icon={Download} onClick={() => fetching.write()} busy={fetching.isPending}>
              Download{row.bytes ? `, ${formatBytes(row.bytes)}` : ''}
            </Button>
          )}
          {isExportAtWork(row) && (
            <Button onClick={() => cancelling.write()} busy={cancelling.isPending}>
              Cancel
            </Button>
          )}
        </p>
      )}
    </li>
  )
}
