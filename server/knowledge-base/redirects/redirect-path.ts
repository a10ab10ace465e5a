/** Normalizes a path, so that paths that differ in case, encoding or trailing slashes compare as equal. */
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

// First segments of the product's own paths. Redirects of these paths would never apply.
const areas = new Set([
  ...['', 'api', 'admin', 'assets', 'auth', 'cms', 'coming-soon', 'customer', 'hr', 'sales', 'service', 'team'],
])

/**
 * Returns whether redirects cannot apply to a path, because the product uses the path. `/hr/knowledgebase` is not
 * reserved: it is the help centre in Croatian, while `/hr` is an app.
 */
export function isReserved(path: string): boolean {
  const [, first = '', ...rest] = path.split('/')
  if (first === 'knowledgebase') return rest.length === 0
  return areas.has(first) && rest[0] !== 'knowledgebase'
}
