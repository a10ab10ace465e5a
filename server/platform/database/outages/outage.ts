import { errorCode } from '#server/platform/error-code.ts'
import { listWords } from '#server/platform/list-words.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'

// Error codes of PostgreSQL for lost connections, too many connections and shutdown, and error codes of Node for
// sockets.
const lossCodes = new Set(listWords('57P01 57P02 57P03 08000 08003 08006 53300 ECONNREFUSED ECONNRESET EPIPE'))

export function isConnectionLoss(error: unknown): boolean {
  const lossWords = /terminated|timeout exceeded when trying to connect|not queryable/i
  return lossCodes.has(errorCode(error) ?? '') || (error instanceof Error && lossWords.test(error.message))
}

/** Throws a 503 refusal if the error shows that the database is unreachable. Throws other errors unchanged. */
export function refuseUnavailable(error: unknown): never {
  if (isConnectionLoss(error)) throw new Refusal('unavailable', { retryAfterSeconds: outageSeconds, cause: error })
  throw error
}

const causes: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name could not be looked up',
  ETIMEDOUT: 'it did not answer in time',
  EHOSTUNREACH: 'there is no way to that host',
  '28P01': 'the password is wrong',
  '28000': 'this role may not sign in',
  '3D000': 'there is no such database',
  '42501': 'this role lacks a right',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '57P03': 'it is starting or stopping',
}

/** Explains to the operator why the database cannot be used. Returns null for errors with another cause. */
export function explainOutage(error: unknown): string | null {
  const [code, message] = [errorCode(error) ?? '', error instanceof Error ? error.message : '']
  const cause = causes[code] ?? (/timeout expired|terminated/i.test(message) ? causes.ETIMEDOUT : null)
  if (!cause) return null
  const detail = message && /^[0-9A-Z]{5}$/.test(code) ? `: ${message}` : ''
  return `The database can't be used, because ${cause}${detail}. Check DATABASE_URL and the server it names.`
}
