import { formatCount } from '#web/lib/words/format.ts'

type CountedPage = {
  total: number | null
  isNarrowed: boolean
  page: { items: unknown[]; next: string | null } | null
  cursor: string | null | undefined
}

/** The number of rows of a list. If it is narrowed: the rows of its first page, with + if there are more. */
export function countWords({ total, isNarrowed, page, cursor }: CountedPage) {
  if (!isNarrowed) return total === null ? undefined : formatCount(total)
  if (!page || cursor) return
  return `${formatCount(page.items.length)}${page.next ? '+' : ''}`
}
