import { useEffect, useRef } from 'react'
import { useFieldServices } from './field-services.tsx'

/**
 * Calls `open` when the focus moves to the field at `path` or to a field below it, so that a closed part of the form
 * can open. `rest` is the path below `path`.
 */
export function useFocusBelow(path: string, open: (rest: string) => void) {
  const { goTo } = useFieldServices()
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (goTo?.path === path) latest.current('')
    else if (goTo?.path.startsWith(`${path}.`)) latest.current(goTo.path.slice(path.length + 1))
  }, [goTo, path])
}

export function useFocusRequest(open: (path: string) => void) {
  const { goTo } = useFieldServices()
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    if (!goTo) return
    latest.current(goTo.path)
    focusField(goTo.path)
  }, [goTo])
}

const triesMs = [0, 50, 150, 400, 800]

function focusField(path: string, turn = 0) {
  const ways = path.split('.').map((_, index, parts) => parts.slice(0, parts.length - index).join('.'))
  const found = ways.map((way) => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(way)}"]`))
  const exact = found[0]
  // Tries again, because the parents of the field may still be opening.
  if (!exact && turn < triesMs.length - 1) return void setTimeout(() => focusField(path, turn + 1), triesMs[turn + 1])
  const frame = exact ?? found.find(Boolean)
  if (!frame) return
  frame.scrollIntoView({ block: 'center' })
  controlIn(frame)?.focus({ preventScroll: true })
}

const controls = '[aria-invalid=true], input:not([type=hidden]), textarea, [contenteditable=true], button, select'

const controlIn = (frame: HTMLElement) =>
  frame.querySelector<HTMLElement>('[aria-invalid=true]') ?? frame.querySelector<HTMLElement>(controls)
