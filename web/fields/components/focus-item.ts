import type { RefObject } from 'react'

/** Focuses a part of an item after the list is rendered. */
export function focusItem(list: RefObject<HTMLElement | null>, at: number, part: 'up' | 'down' | 'title' | 'fields') {
  requestAnimationFrame(() => {
    const item = list.current?.children[at]
    if (!item) return
    const wanted = item.querySelector<HTMLElement>(selectors[part])
    const otherwise = item.querySelector<HTMLElement>(selectors.title)
    ;(wanted ?? otherwise)?.focus()
  })
}

const selectors = {
  up: '[data-part=up]:not(:disabled)',
  down: '[data-part=down]:not(:disabled)',
  title: '[data-part=title]',
  fields: ':scope [data-field] :is(input:not([type=hidden]), textarea, [contenteditable=true], button)',
}
