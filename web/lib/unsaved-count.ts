import { useEffect, useId, useSyncExternalStore } from 'react'

const counts = new Map<string, number>()
const listeners = new Set<() => void>()

/** How much on this page is not saved. */
export const unsavedCount = () => [...counts.values()].reduce((sum, count) => sum + count, 0)

export const useUnsavedCount = () => useSyncExternalStore(subscribe, unsavedCount, () => 0)

/** Tells the frame of the page, which does not take it away meanwhile. */
export function useTellUnsaved(count: number) {
  const id = useId()
  useEffect(() => {
    set(id, count)
    return () => set(id, 0)
  }, [id, count])
}

function set(id: string, count: number) {
  if (count > 0) counts.set(id, count)
  else counts.delete(id)
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
