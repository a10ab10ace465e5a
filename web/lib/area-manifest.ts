import type { EntryContext } from 'react-router'

export type Manifest = EntryContext['manifest']

/**
 * Returns a manifest with only the routes of this area. In the browser, `errors/not-found.tsx` matches all other paths.
 */
export function areaManifest(manifest: Manifest, area: string): Manifest {
  const inArea = (id: string) => ['root', area, alone].includes(areaOf(manifest, id))
  const routes = Object.fromEntries(Object.entries(manifest.routes).filter(([id]) => inArea(id)))
  return { ...manifest, url: manifest.url.replace(/\.js$/, `-${area.replace(/^.*\//, '')}.js`), routes }
}

const alone = 'alone'

export function areaOf({ routes }: Pick<Manifest, 'routes'>, id: string): string {
  const parentId = routes[id]?.parentId
  if (id === 'root') return 'root'
  if (parentId !== 'root') return areaOf({ routes }, parentId!)
  return Object.values(routes).some((route) => route?.parentId === id) ? id : alone
}

export const areasOf = (manifest: Manifest) =>
  new Set(
    Object.keys(manifest.routes)
      .filter((id) => id !== 'root')
      .map((id) => areaOf(manifest, id)),
  )
