const most = 120

/**
 * The address that a title makes: its letters and numbers, of any script, in lower case, with hyphens between. Accents
 * stay, since a reader sees them as they are.
 */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  const slug = (words ?? []).join('-')
  return cut(slug, most) || 'untitled'
}

/** The first of `slug`, `slug-2`, `slug-3` … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${stemOf(slug)}-${number}`
    if (!taken.has(numbered)) return numbered
  }
}

/** What those that are numbered begin with: all that may be taken has to be looked for by it. */
export const stemOf = (slug: string) => cut(slug, most - 5)

const cut = (slug: string, length: number) =>
  [...slug]
    .reduce((kept, letter) => (kept.length + letter.length > length ? kept : kept + letter), '')
    .replace(/-+$/, '')
