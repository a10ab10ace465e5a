type Press = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>

const shortNames: Record<string, string> = {
  escape: 'esc',
  arrowup: 'up',
  arrowdown: 'down',
  arrowleft: 'left',
  arrowright: 'right',
  ' ': 'space',
}

/** What was pressed, in the words shortcuts are written in: `mod+k`, `shift+x`, `?`, `esc`. */
export function nameOfPress({ key, metaKey, ctrlKey, altKey, shiftKey }: Press, isApple: boolean) {
  const lower = key.toLowerCase()
  const name = shortNames[lower] ?? lower
  const isMod = isApple ? metaKey : ctrlKey
  const isOtherMod = isApple ? ctrlKey : metaKey
  // A sign like "?" has its shift in it already, a letter or a named key has not.
  const saysShift = shiftKey && (name.length > 1 || /\p{L}/u.test(name))
  return [isMod && 'mod', isOtherMod && 'other', altKey && 'alt', saysShift && 'shift', name].filter(Boolean).join('+')
}

export const normalizeKeys = (keys: string) => keys.trim().toLowerCase()

/** Whether keys are plain ones, which must not fire while somebody types. */
export const isSingle = (keys: string) => !/^((mod|alt)\+|f\d+$|esc$)/.test(keys)

/** Follows presses through sequences like `g t`: what is complete now, or what is begun. */
export function advance(begun: string, pressed: string, bound: string[]) {
  for (const tried of begun ? [`${begun} ${pressed}`, pressed] : [pressed]) {
    if (bound.includes(tried)) return { complete: tried, begun: '' }
    if (bound.some((keys) => keys.startsWith(`${tried} `))) return { begun: tried }
  }
  return { begun: '' }
}

const textTypes = /^(?:text|search|email|url|tel|password|number|date|time|month|week|datetime-local)$/

/** Where letters belong to the text, and single keys stay silent. */
export function isTypingIn(target: EventTarget | null) {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return textTypes.test(target.type)
  return target.isContentEditable || target.matches('textarea, select')
}

/** Menus, pickers and dialogs have keys of their own. */
export const isInLayer = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('[role=menu], [role=listbox], [role=dialog], [role=combobox]'))
