import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/listeners.ts'
import { isHeard, useLayer } from './layers.ts'
import { isTypingIn, nameOfPress } from './shortcuts.ts'
import { isAppleSystem, useShortcuts } from './use-shortcuts.ts'

/**
 * The keys that undo an action. `none`: a newer action must be undone first. `letter`: text was typed after the action,
 * so mod+Z in a text field does not undo the action. `all`: Z and mod+Z.
 */
export type UndoKeys = 'none' | 'letter' | 'all'

type Undoable = { act: () => void; keys: UndoKeys; layer: string }

type UndoOptions = { label: string; group: string; enabled: boolean }

/** Makes Z undo the latest action. mod+Z does the same, but in text fields only until the person types. */
export function useUndo(act: () => void, { label, group, enabled }: UndoOptions): UndoKeys {
  const layer = useLayer()
  const own = useRef<Undoable>(undefined)
  const latest = useRef(act)
  latest.current = act
  const keys = useSyncExternalStore(
    subscribe,
    () => own.current?.keys ?? 'none',
    () => 'none' as const,
  )
  useLayoutEffect(() => {
    if (!enabled) return
    const added: Undoable = { act: () => latest.current(), keys: 'all', layer }
    own.current = added
    change([...undoables, added])
    return () => {
      own.current = undefined
      change(undoables.filter((one) => one !== added))
    }
  }, [enabled, layer])
  useShortcuts(
    { z: { label, run: () => latest.current() }, ...(keys === 'all' && { 'mod+z': { label } }) },
    { group, enabled: enabled && keys !== 'none' },
  )
  return keys
}

let undoables: Undoable[] = []
const writtenOver = new WeakSet<Undoable>()
const { subscribe, tell } = createListeners()

function change(next: Undoable[]) {
  if (undoables.length === 0 && next.length > 0) watch('addEventListener')
  if (undoables.length > 0 && next.length === 0) watch('removeEventListener')
  undoables = next
  for (const one of undoables) one.keys = one !== undoables.at(-1) ? 'none' : writtenOver.has(one) ? 'letter' : 'all'
  tell()
}

/** Listens in the capture phase, because the text field would otherwise handle mod+Z first and undo its own change. */
function watch(how: 'addEventListener' | 'removeEventListener') {
  window[how]('keydown', onKeyDown, true)
  for (const type of ['beforeinput', 'paste', 'cut', 'drop']) window[how](type, noteWriting, true)
}

function onKeyDown(event: Event) {
  if (!(event instanceof KeyboardEvent)) return
  if (nameOfPress(event, isAppleSystem()) === 'mod+z') undo(event)
  else if (isTypingIn(event.target) && writes(event)) noteWriting()
}

function undo(event: KeyboardEvent) {
  const newest = undoables.at(-1)
  if (!newest || event.isComposing || !isHeard(newest.layer, event.target)) return
  if (isTypingIn(event.target) && newest.keys !== 'all') return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) newest.act()
}

// Returns whether a key press in a text field may change the text, including formatting. This check is needed because
// editors handle some keys without an input event.
const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  ctrlKey || metaKey ? /^[^ack]$/i.test(key) : !altKey && /^(.|Enter|Backspace|Delete)$/u.test(key)

function noteWriting() {
  for (const one of undoables) writtenOver.add(one)
  change(undoables)
}
