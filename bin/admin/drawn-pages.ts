import { drawErrors } from './describe-errors.ts'
import { drawEvents } from './describe-events.ts'
import { drawKeys } from './describe-keys.ts'
import { drawLimits } from './describe-limits.ts'
import { drawLogs } from './describe-logs.ts'
import { drawQuotas } from './describe-quotas.ts'

/** The pages of `docs` of which some parts are written from the code, each with the function that writes these parts. */
export const drawnPages: Record<string, (page: string) => string> = {
  'docs/api/authentication.md': drawKeys,
  'docs/api/limits.md': (page) => drawQuotas(drawLimits(page)),
  'docs/api/errors.md': drawErrors,
  'docs/api/events.md': drawEvents,
  'docs/operate.md': drawLogs,
}
