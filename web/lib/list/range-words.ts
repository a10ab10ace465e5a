import { formatCount } from '#web/lib/words/format.ts'

export function rangeWords({ rows, offset, total }: { rows: number; offset: number | null; total: number | null }) {
  if (rows === 0) return ''
  const range = offset === null ? formatCount(rows) : `${formatCount(offset + 1)}–${formatCount(offset + rows)}`
  return total === null ? range : `${range} of ${formatCount(Math.max(total, (offset ?? 0) + rows))}`
}
