import { useEffect } from 'react'

let isOn = true

export const areSingleKeysOn = () => isOn

/** Shortcuts of a single key disturb some people, for example those who speak to their computer; the profile turns them off. */
export function useSingleKeys(wanted: boolean) {
  useEffect(() => {
    isOn = wanted
    return () => {
      isOn = true
    }
  }, [wanted])
}
