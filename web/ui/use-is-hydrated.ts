import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
