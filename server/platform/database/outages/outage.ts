import { outageSeconds, Refusal } from '#server/platform/refusal.ts'

// Classes of PostgreSQL's codes: connection, too many connections, operator intervention; and what Node says of sockets.
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

/** A database that is away is an outage and no bug: people are told to try again. */
export function refuseUnavailable(error: unknown): never {
  if (isConnectionLoss(error)) throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds, cause: error })
  throw error
}
