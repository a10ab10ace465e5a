import type { RootData } from '#web/lib/context.ts'

export function pageTitle(title: string, [root]: readonly [{ loaderData?: RootData }, ...unknown[]]) {
  const workspace = root.loaderData?.site.workspace?.name
  return [{ title: workspace ? `${title} · ${workspace}` : title }]
}
