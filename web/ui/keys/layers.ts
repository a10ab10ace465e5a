import { createContext, useContext, useId, useLayoutEffect } from 'react'

/**
 * The id of the modal dialog around a component; an empty string outside dialogs. It says in which dialog a shortcut
 * works.
 */
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

/** Returns whether a shortcut works now: its layer is in front, no menu is open, no picker has the focus. */
export const isHeard = (layer: string, target: EventTarget | null) =>
  layer === (open.at(-1) ?? '') && !isInPicker(target) && !document.querySelector('[role=menu]')

const isInPicker = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('[role=menu], [role=listbox], [role=dialog]:not([aria-modal])'))
