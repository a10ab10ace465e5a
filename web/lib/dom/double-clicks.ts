const focusable =
  'a, button, input, select, textarea, label, summary, [tabindex]:not([tabindex="-1"]), [contenteditable]'

/**
 * Keeps the focus when the first click of a double click replaced what was clicked and the second one falls on text.
 * Without this, a browser takes the focus from the element that got it after the first click.
 */
export function keepFocusOnDoubleClick() {
  let pressed: EventTarget | null = null
  document.addEventListener('mousedown', (event) => {
    const isReplaced = event.detail > 1 && pressed instanceof Node && !pressed.isConnected
    if (isReplaced && event.target instanceof Element && !event.target.closest(focusable)) event.preventDefault()
    pressed = event.target
  })
}
