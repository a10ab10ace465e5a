const views = ['all', 'active', 'solved'] as const
export type View = (typeof views)[number]

export function readSearch(url: string) {
  const asked = new URL(url).searchParams
  return {
    view: views.find((view) => view === asked.get('view')) ?? 'all',
    isOwnOnly: asked.get('of') === 'me',
    q: (asked.get('q') ?? '').trim().slice(0, 256),
    cursor: asked.get('cursor') ?? undefined,
  }
}

type Search = { view: View; isOwnOnly?: boolean; q?: string; cursor?: string }

export function searchPath({ view, isOwnOnly, q, cursor }: Search) {
  const asked = new URLSearchParams({
    ...(view !== 'all' && { view }),
    ...(isOwnOnly && { of: 'me' }),
    ...(q && { q }),
    ...(cursor && { cursor }),
  })
  return asked.size > 0 ? `/customer/tickets?${asked}` : '/customer/tickets'
}

/** Writes each word of a text in quotation marks, so that a search takes none as a part of its language. */
export const quotedWords = (text: string) =>
  text
    .split(/\s+/)
    .map((word) => word.replaceAll(/["\\“”„]/g, ''))
    .filter(Boolean)
    .map((word) => `"${word}"`)
    .join(' ')
