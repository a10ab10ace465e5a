export type ListContext = {
  href: string
  ids: string[]
  offset: number | null
  total: number | null
}

const key = 'ticket-list'
const openedKey = 'ticket-opened'

export const rememberList = (list: ListContext) => sessionStorage.setItem(key, JSON.stringify(list))

export function readList(): ListContext | null {
  const kept = sessionStorage.getItem(key)
  return kept ? JSON.parse(kept) : null
}

export const rememberOpened = (id: string) => sessionStorage.setItem(openedKey, id)
export const readOpened = () => sessionStorage.getItem(openedKey)

export type ListPosition = { words: string | null; previousId: string | null; nextId: string | null }

export function placeIn({ ids, offset, total }: ListContext, id: string): ListPosition | null {
  const index = ids.indexOf(id)
  if (index < 0) return null
  const words =
    offset === null || total === null ? null : `${offset + index + 1} of ${Math.max(total, offset + ids.length)}`
  return { words, previousId: ids[index - 1] ?? null, nextId: ids[index + 1] ?? null }
}
