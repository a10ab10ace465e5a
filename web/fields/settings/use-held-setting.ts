import { createContext, useContext, useEffect, useId } from 'react'

type Hold = (name: string, isHeld: boolean) => void

const HoldContext = createContext<Hold>(() => {})
/** Of a form that is not sent while one of its settings has no value yet. */
export const HoldSettings = HoldContext

/** What stands in this setting is no value, and the one before would be saved in its place. */
export function useHeldSetting(isHeld: boolean) {
  const hold = useContext(HoldContext)
  const name = useId()
  useEffect(() => {
    hold(name, isHeld)
    return () => hold(name, false)
  }, [hold, name, isHeld])
}
