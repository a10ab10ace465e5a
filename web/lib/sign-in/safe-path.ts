const here = 'http://here.invalid'

/** A path of the site one is on, or nothing: what an address or a cookie brought along must not lead elsewhere. */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.includes('\\')) return undefined
  const { origin, pathname, search, hash } = new URL(path, here)
  // A path such as "/.//name" becomes "//name" once it is resolved, and that is another host.
  if (origin !== here || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}
