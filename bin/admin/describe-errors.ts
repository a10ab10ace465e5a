import { refusals } from '#contract/refusals.ts'
import { drawPart } from './draw-part.ts'

const head = `| Code | Status | Sentence |
|---|---|---|
`

/** docs/api/errors.md with the table of all error codes. */
export function drawErrors(page: string): string {
  const rows = Object.entries(refusals)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { status, text }]) => `| \`${code}\` | ${status} | ${text} |\n`)
  return drawPart(page, 'errors', head + rows.join(''))
}
