const here = 'http://here.invalid'

/** Returns a path on this site, else undefined. Prevents redirects to another site by parameter or cookie. */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.includes('\\')) return undefined
  const { origin, pathname, search, hash } = new URL(path, here)
  // A path such as "/.//name" resolves to "//name", which is another host.
  if (origin !== here || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}
