import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** The id of the modal dialog around a component; '' on the page. A shortcut belongs to its layer. */
export const Layer = createContext('')

export const useLayer = () => useContext(Layer)

let open: string[] = []

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

/** Returns whether a shortcut works: not behind a dialog, while a menu is open, or in a picker. */
export const isHeard = (layer: string, target: EventTarget | null) =>
  layer === (open.at(-1) ?? '') && !isInPicker(target) && !document.querySelector('[role=menu]')

const isInPicker = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('[role=menu], [role=listbox], [role=dialog]:not([aria-modal])'))
