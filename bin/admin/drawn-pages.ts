import { eventsForKeys } from '#contract/live/events.ts'
import { refusals } from '#contract/refusals.ts'
import { drawKeys } from './describe-keys.ts'
import { drawLimits } from './describe-limits.ts'
import { drawLogs } from './describe-logs.ts'
import { drawQuotas } from './describe-quotas.ts'
import { drawPart } from './draw-part.ts'

const errorsHead = `| Code | Status | Sentence |
|---|---|---|
`

function drawErrors(page: string): string {
  const rows = Object.entries(refusals)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { status, text }]) => `| \`${code}\` | ${status} | ${text} |\n`)
  return drawPart(page, 'errors', errorsHead + rows.join(''))
}

const drawEvents = (page: string): string =>
  drawPart(page, 'live-events', eventsForKeys.map((type) => `- \`${type}\`\n`).join(''))

/** The pages of `docs` of which some parts are written from the code, each with the function that writes these parts. */
export const drawnPages: Record<string, (page: string) => string> = {
  'docs/api/authentication.md': drawKeys,
  'docs/api/limits.md': (page) => drawQuotas(drawLimits(page)),
  'docs/api/errors.md': drawErrors,
  'docs/api/events.md': drawEvents,
  'docs/operate.md': drawLogs,
}
