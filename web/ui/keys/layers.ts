import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** The modal dialog around a component; '' on the page itself. What a component binds belongs to it. */
export const Layer = createContext('')

export const useLayer = () => useContext(Layer)

/** Those that are open, the last one above all others. */
let open: string[] = []

/** A layer over the page and over what is open already. */
export function useNewLayer(isOpen: boolean) {
  const id = useId()
  useLayoutEffect(() => {
    if (!isOpen) return
    open = [...open, id]
    return () => {
      open = open.filter((one) => one !== id)
    }
  }, [isOpen, id])
  return id
}

/** Keys of what lies behind a modal dialog are silent, and so are all while a menu is open or the focus is in a picker. */
export const isHeard = (layer: string, target: EventTarget | null) =>
  layer === (open.at(-1) ?? '') && !isInPicker(target) && !document.querySelector('[role=menu]')

const isInPicker = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('[role=menu], [role=listbox], [role=dialog]:not([aria-modal])'))
