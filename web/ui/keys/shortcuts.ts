type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

const shortNames: Record<string, string> = {
  escape: 'esc',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  ' ': 'space',
}

/** Returns the name of a key press in the notation of shortcuts: `mod+k`, `shift+x`, `?`, `esc`. */
export function nameOfPress({ key, metaKey, ctrlKey, altKey, shiftKey }: Press, isApple: boolean) {
  const lower = key.toLowerCase()
  const name = shortNames[lower] ?? lower
  const isMod = isApple ? metaKey : ctrlKey
  const isOtherMod = isApple ? ctrlKey : metaKey
  // The name says Shift only for letters and named keys. A character such as "?" already includes Shift.
  const saysShift = shiftKey && (name.length > 1 || /\p{L}/u.test(name))
  return [isMod && 'mod', isOtherMod && 'other', altKey && 'alt', saysShift && 'shift', name].filter(Boolean).join('+')
}

export const normalizeKeys = (keys: string) => keys.trim().toLowerCase()

export const isSingle = (keys: string) => !/^((mod|alt)\+|f\d+$|esc$)/.test(keys)

/** Follows shortcuts that are a sequence, such as `g t`. Returns the completed shortcut or its part so far. */
export function advance(begun: string, pressed: string, bound: string[]) {
  for (const tried of begun ? [`${begun} ${pressed}`, pressed] : [pressed]) {
    if (bound.includes(tried)) return { complete: tried, begun: '' }
    if (bound.some((keys) => keys.startsWith(`${tried} `))) return { begun: tried }
  }
  return { begun: '' }
}

const textTypes = /^(?:text|search|email|url|tel|password|number|date|time|month|week|datetime-local)$/

export function isTypingIn(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return textTypes.test(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

/** Returns whether the element is in a menu, picker or dialog. These have their own keys. */
export const isInLayer = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('[role=menu], [role=listbox], [role=dialog], [role=combobox]'))
