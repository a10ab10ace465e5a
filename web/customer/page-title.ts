import type { RootData } from '#web/lib/context.ts'

type Match = { id: string; loaderData?: unknown } | undefined

export function pageTitle(title: string, matches: readonly Match[]) {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  const workspace = root?.site.workspace?.name
  return [{ title: workspace ? `${title} · ${workspace}` : title }]
}
