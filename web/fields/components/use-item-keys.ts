import { useRef } from 'react'
import { randomUuid } from '#web/lib/random-uuid.ts'

/** React keys for list items without ids. They follow the items when `apply` changes the list. */
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
