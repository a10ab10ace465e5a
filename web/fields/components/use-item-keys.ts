import { useRef } from 'react'
import { randomUuid } from '#web/lib/random-uuid.ts'

/** Names for the items of a list that have none of their own, which go with them when the list is changed by `apply`. */
export function useItemKeys(count: number) {
  const keys = useRef<string[]>([])
  while (keys.current.length < count) keys.current.push(randomUuid())
  keys.current.length = count
  return {
    keys: keys.current,
    apply(change: (keys: string[]) => string[]) {
      keys.current = change(keys.current)
    },
  }
}
