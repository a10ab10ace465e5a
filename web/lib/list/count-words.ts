import { formatCount } from '#web/lib/words/format.ts'

type CountedPage = {
  /** How many there are as long as nothing narrows the list. */
  total: number | null
  isNarrowed: boolean
  page: { items: unknown[]; next: string | null } | null
  cursor: string | null | undefined
}

/** Beside the title of a list: how many it has. Of a narrowed one its first page says that, or that there are more. */
export function countWords({ total, isNarrowed, page, cursor }: CountedPage) {
  if (!isNarrowed) return total === null ? undefined : formatCount(total)
  if (!page || cursor) return
  return `${formatCount(page.items.length)}${page.next ? '+' : ''}`
}
