/** An address as redirects are compared: in any case and encoding, with or without a slash at its end. */
export const redirectPath = (path: string): string => {
  const read = path.split('/').map(decode).join('/').normalize('NFC').toLowerCase()
  return read.replace(/\/+$/, '') || '/'
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Below these the product answers by itself, also where it says that there is nothing. */
const areas = new Set([
  ...['', 'api', 'admin', 'assets', 'auth', 'cms', 'coming-soon', 'customer', 'hr', 'sales', 'service', 'team'],
])

/** Where no redirect could ever count. `/hr/knowledgebase` is Croatian, while `/hr` is an app of the team. */
export function isReserved(path: string): boolean {
  const [, first = '', ...rest] = path.split('/')
  if (first === 'knowledgebase') return rest.length === 0
  return areas.has(first) && rest[0] !== 'knowledgebase'
}
