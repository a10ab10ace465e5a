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

/** The reason why the database cannot be used, as a sentence for the operator; null for other errors. */
export function explainOutage(error: unknown): string | null {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  const cause = causes[code] ?? (/timeout expired|terminated/i.test(message) ? causes.ETIMEDOUT : null)
  if (!cause) return null
  const detail = message && /^[0-9A-Z]{5}$/.test(code) ? `: ${message}` : ''
  return `The database can't be used, because ${cause}${detail}. Check DATABASE_URL and the server it names.`
}
