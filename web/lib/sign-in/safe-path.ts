const here = 'http://here.invalid'

/** A path on the present site, or undefined: parameters and cookies must not lead elsewhere. */
export function safePath(path: string | null | undefined): string | undefined {
  if (!path?.startsWith('/') || path.includes('\\')) return undefined
  const { origin, pathname, search, hash } = new URL(path, here)
  // A path such as "/.//name" resolves to "//name", which is another host.
  if (origin !== here || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}
