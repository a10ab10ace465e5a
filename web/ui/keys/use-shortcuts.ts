import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/listeners.ts'
import { isHeard, useLayer } from './layers.ts'
import { advance, isInLayer, isSingle, isTypingIn, nameOfPress, normalizeKeys } from './shortcuts.ts'

/** The help leaves out a shortcut with an empty label, which only says why it does nothing. */
type Shortcut = { label: string; run?: (event: KeyboardEvent) => void }
export type BoundShortcut = Shortcut & { keys: string; group: string; layer: string }

/** Binds shortcuts while mounted and lists them in the help. The later of two bindings of a key wins. */
export function useShortcuts(shortcuts: Record<string, Shortcut>, { group = 'This page', enabled = true } = {}) {
  const layer = useLayer()
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const list = Object.entries(shortcuts).map(([keys, { label, run }]) => [keys, label, run && 'runs'].join('\t'))
  const signature = enabled ? [group, ...list].join('\n') : ''

  // Binds before the browser paints, so that a key press on the new page cannot trigger an action of the previous page.
  useLayoutEffect(() => {
    if (!signature) return
    const [group = '', ...lines] = signature.split('\n')
    return bind(
      lines.map((line) => {
        const [written = '', label = '', runs] = line.split('\t')
        const run = (event: KeyboardEvent) => latest.current[written]?.run?.(event)
        return { keys: normalizeKeys(written), label, group, layer, ...(runs && { run }) }
      }),
    )
  }, [signature, layer])
}

export function useBoundShortcuts() {
  const here = useLayer()
  return useSyncExternalStore(subscribe, readBound, () => nothing).filter(
    ({ layer, label, keys, run }) => layer === here && label && (areSingleKeysOn || !run || !isSingle(keys)),
  )
}

const nothing: BoundShortcut[] = []
let bound = nothing
const { subscribe, tell } = createListeners()
const readBound = () => bound

let isWatched = false

function watch() {
  isWatched = true
  watchTyping()
  document.addEventListener('pointerdown', hearSingleKeys)
}

function change(next: BoundShortcut[]) {
  if (!isWatched) watch()
  if (bound.length === 0) window.addEventListener('keydown', onKeyDown)
  bound = next
  if (bound.length === 0) window.removeEventListener('keydown', onKeyDown)
  tell()
}

function bind(added: BoundShortcut[]) {
  change([...bound, ...added])
  return () => change(bound.filter((shortcut) => !added.includes(shortcut)))
}

const sequenceMs = 1000
let begun = ''
let begunAt = 0

function onKeyDown(event: KeyboardEvent) {
  if (event.key === 'Escape') hearSingleKeys()
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const pressed = nameOfPress(event, isAppleSystem())
  const isPlain = isSingle(pressed)
  if (isPlain && (isTypingIn(event.target) || isInLayer(event.target) || !areSingleKeysOn)) return
  if (isPlain && event.timeStamp < deafUntil) return
  if (pressed === 'esc' && isInLayer(event.target)) return
  if (pressed === 'enter' && isPressedBy(event.target)) return

  const running = bound.filter(({ run }) => run)
  const heard = running.filter(({ layer }) => isHeard(layer, event.target))
  const step = advance(
    event.timeStamp - begunAt < sequenceMs ? begun : '',
    pressed,
    heard.map(({ keys }) => keys),
  )
  begun = step.begun
  begunAt = event.timeStamp
  const found = heard.findLast(({ keys }) => keys === step.complete)
  // Behind a dialog, a page shortcut with a modifier key does nothing, not even its default browser action.
  if (found || (!isPlain && running.some(({ keys }) => keys === pressed))) event.preventDefault()
  found?.run?.(event)
}

const isPressedBy = (target: EventTarget | null) =>
  target instanceof Element && Boolean(target.closest('a, button, summary, [role=button]'))

let deafUntil = 0

/** Ignores single-key shortcuts for a short time, because the person may still be typing a message. */
export function deafenSingleKeys(ms = 1000) {
  deafUntil = performance.now() + ms
}

function hearSingleKeys() {
  deafUntil = 0
}

export const isAppleSystem = () => document.documentElement.dataset.platform === 'apple'

let areSingleKeysOn = true

/** Turns single-key shortcuts off for people who chose this in their profile, such as users of speech input. */
export function useSingleKeys(wanted: boolean) {
  useEffect(() => {
    areSingleKeysOn = wanted
    if (!wanted) document.documentElement.dataset.singleKeys = 'off'
    return () => {
      areSingleKeysOn = true
      delete document.documentElement.dataset.singleKeys
    }
  }, [wanted])
}

function watchTyping() {
  document.addEventListener('focusin', ({ target }) => note(target))
  document.addEventListener('focusout', ({ relatedTarget }) => note(relatedTarget))
  note(document.activeElement)
}

function note(target: EventTarget | null) {
  const { dataset } = document.documentElement
  if (isTypingIn(target) || isInLayer(target)) dataset.typing = ''
  else delete dataset.typing
}
