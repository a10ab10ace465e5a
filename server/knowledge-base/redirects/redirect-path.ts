/** Normalizes a path for comparison: case, encoding and trailing slash. */
export const redirectPath = (path: string): string => {
  const read = path.split('/').map(decodeIfValid).join('/').normalize('NFC').toLowerCase()
  return read.replace(/\/+$/, '') || '/'
}

export const decodeIfValid = (text: string): string => decodeOrNull(text) ?? text

export function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The product answers these paths itself, also with 404. */
const areas = new Set([
  ...['', 'api', 'admin', 'assets', 'auth', 'cms', 'coming-soon', 'customer', 'hr', 'sales', 'service', 'team'],
])

/** Returns whether no redirect can apply. `/hr/knowledgebase` is Croatian, while `/hr` is an app. */
export function isReserved(path: string): boolean {
  const [, first = '', ...rest] = path.split('/')
  if (first === 'knowledgebase') return rest.length === 0
  return areas.has(first) && rest[0] !== 'knowledgebase'
}
