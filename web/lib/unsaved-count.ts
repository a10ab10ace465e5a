import { useEffect, useId, useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/listeners.ts'

const counts = new Map<string, number>()
const { subscribe, tell } = createListeners()

export const unsavedCount = () => [...counts.values()].reduce((sum, count) => sum + count, 0)

export const useUnsavedCount = () => useSyncExternalStore(subscribe, unsavedCount, () => 0)

/** Reports the number of unsaved changes. Above zero, the shell keeps the page open if the admin role is lost. */
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
  tell()
}
