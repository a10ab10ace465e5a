import { isInLayer, isTypingIn } from './shortcuts.ts'

/** Notes on the document that single keys belong to a text or a layer, so that they are printed only where they work. */
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
