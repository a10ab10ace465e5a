import type { z } from 'zod'
import type { Export } from '#contract/bulk/exports.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'

export type ExportRow = z.output<typeof Export>

export const isExportAtWork = ({ state }: Pick<ExportRow, 'state'>) => state === 'running' || state === 'waiting'

export function exportWords({ state, total, done, reason, expiresAt }: ExportRow, noun: string): string {
  switch (state) {
    case 'waiting':
      return 'Waiting'
    case 'running':
      return `${formatCount(done)} of ${plural(total, noun)}`
    case 'done':
      return expiresAt ? `Done, ${plural(done, noun)}` : `Done, ${plural(done, noun)}; the file was deleted`
    case 'cancelled':
      return 'Cancelled'
    case 'failed':
      return reason ?? 'Failed'
  }
}
