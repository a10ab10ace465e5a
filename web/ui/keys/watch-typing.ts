import { isTypingIn } from './shortcuts.ts'

/**
 * Notes on the document where somebody types, so that keys are printed only where they work: single keys belong to the text
 * meanwhile. `data-typing-in` names a part of a page that has keys of its own for that time.
 */
export function watchTyping() {
  document.addEventListener('focusin', ({ target }) => note(target))
  document.addEventListener('focusout', ({ relatedTarget }) => note(relatedTarget))
  note(document.activeElement)
}

function note(target: EventTarget | null) {
  const { dataset } = document.documentElement
  if (!isTypingIn(target)) delete dataset.typing
  else dataset.typing = (target as Element).closest<HTMLElement>('[data-typing-in]')?.dataset.typingIn ?? ''
}
