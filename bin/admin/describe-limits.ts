import { byteLimits } from '#server/platform/http/input/spend-bytes.ts'
import { countedLimits, limits, limitsAtOnce } from '#server/platform/http/limits.ts'
import { drawPart } from './draw-part.ts'

const head = `| Name | At most | In a | Of a | What counts |
|---|---|---|---|---|
`

export function drawLimits(page: string): string {
  const calls = [...Object.values(limits), ...Object.values(countedLimits)].map(({ name, most, perMs, of, counts }) => [
    ...[`\`${name}\``, most.toLocaleString('en'), timeOf(perMs)],
    ...[of === 'caller' ? 'session or key; network without one' : of, counts],
  ])
  const bytes = Object.values(byteLimits).flatMap((kinds) =>
    Object.values(kinds).flatMap((kept) =>
      Object.entries(kept).map(([of, { name, most, perMs }]) => [
        ...[`\`${name}\``, `${(most / 1_000_000).toLocaleString('en')} MB`, timeOf(perMs), of, 'Stored bytes'],
      ]),
    ),
  )
  const atOnce = Object.values(limitsAtOnce).map(({ name, most, of, counts }) => [
    ...[`\`${name}\``, most.toLocaleString('en'), 'process, at once', of, counts],
  ])
  const rows = [...calls, ...bytes, ...atOnce].map((row) => `| ${row.join(' | ')} |\n`)
  return drawPart(page, 'limits', head + rows.join(''))
}

const timeOf = (ms: number) => (ms === 60_000 ? 'minute' : ms === 3_600_000 ? 'hour' : 'day')
