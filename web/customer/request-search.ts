const views = ['all', 'active', 'solved'] as const
export type View = (typeof views)[number]

export function readSearch(url: string) {
  const asked = new URL(url).searchParams
  return {
    view: views.find((view) => view === asked.get('view')) ?? 'all',
    q: (asked.get('q') ?? '').trim().slice(0, 256),
    cursor: asked.get('cursor') ?? undefined,
  }
}

export function searchPath({ view, q, cursor }: { view: View; q?: string; cursor?: string }) {
  const asked = new URLSearchParams({ ...(view !== 'all' && { view }), ...(q && { q }), ...(cursor && { cursor }) })
  return asked.size > 0 ? `/customer/tickets?${asked}` : '/customer/tickets'
}
