import { outageSeconds, Refusal } from '#server/platform/refusal.ts'

// Classes of PostgreSQL's error codes (connection, too many connections, operator intervention) and Node's socket
// errors.
const lossCodes = new Set([
  ...['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'],
])

export function isConnectionLoss(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    (code !== undefined && lossCodes.has(code)) ||
    /terminated|timeout exceeded when trying to connect|not queryable/i.test(message ?? '')
  )
}

/** An unreachable database is an outage, not a bug: callers get 503 and try again. */
export function refuseUnavailable(error: unknown): never {
  if (isConnectionLoss(error)) throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds, cause: error })
  throw error
}
