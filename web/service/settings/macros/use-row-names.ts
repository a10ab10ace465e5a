import { useRef, useState } from 'react'
import { moved } from '#web/fields/inputs/move-buttons.tsx'

/** Names rows that have no name, so that each row keeps what is typed in it when others are moved or removed. */
export function useRowNames(count: number) {
  const next = useRef(count)
  const [names, setNames] = useState(() => Array.from({ length: count }, (_, at) => at))
  return {
    names,
    add: () => setNames([...names, next.current++]),
    remove: (at: number) => setNames(names.toSpliced(at, 1)),
    move: (from: number, to: number) => setNames(moved(names, from, to)),
  }
}
