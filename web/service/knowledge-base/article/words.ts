import type { Visibility } from './types.ts'

export const visibilityLabels: Record<Visibility, string> = {
  public: 'Everyone',
  customers: 'Signed-in customers',
  team: 'The team',
  unlisted: 'Anyone with the link',
}

export function pathWords(categories: { id: string; parent: string | null; name: string }[], id: string): string {
  const byId = new Map(categories.map((category) => [category.id, category]))
  const names: string[] = []
  for (let at = byId.get(id); at; at = at.parent === null ? undefined : byId.get(at.parent)) names.unshift(at.name)
  return names.join(' / ')
}
