import { formatCount } from '#web/lib/words/format.ts'

type CountedPage = {
  total: number | null
  isNarrowed: boolean
  page: { items: unknown[]; next: string | null } | null
  cursor: string | null | undefined
}

/**
 * Returns the number of rows as text. For a filtered list, counts only the first page and adds "+" if there are more
 * pages. Returns undefined on later pages.
 */
export function countWords({ total, isNarrowed, page, cursor }: CountedPage) {
  if (!isNarrowed) return total === null ? undefined : formatCount(total)
  if (!page || cursor) return
  return `${formatCount(page.items.length)}${page.next ? '+' : ''}`
}
