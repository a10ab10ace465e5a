import { isInLayer, isTypingIn } from './shortcuts.ts'

/**
 * Marks the document while single keys belong to a text field or a layer, so that key hints are shown only where they
 * work.
 */
export function watchTyping() {
  document.addEventListener('focusin', ({ target }) => note(target))
  document.addEventListener('focusout', ({ relatedTarget }) => note(relatedTarget))
  note(document.activeElement)
}

function note(target: EventTarget | null) {
  const { dataset } = document.documentElement
  if (isTypingIn(target) || isInLayer(target)) dataset.typing = ''
  else delete dataset.typing
}
