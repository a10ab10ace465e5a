import { createContext, useContext, useEffect, useId } from 'react'

type Hold = (name: string, isHeld: boolean) => void

const HoldContext = createContext<Hold>(() => {})
/** Blocks a form while a setting is incomplete. */
export const HoldSettings = HoldContext

/** Reports an incomplete setting, because the previous value would be saved instead. */
export function useHeldSetting(isHeld: boolean) {
  const hold = useContext(HoldContext)
  const name = useId()
  useEffect(() => {
    hold(name, isHeld)
    return () => hold(name, false)
  }, [hold, name, isHeld])
}
