import { words } from './words.ts'

type PendingWords = { usual: string; timer: ReturnType<typeof setTimeout> }
const said = new WeakMap<HTMLElement, PendingWords>()

/** Shows a message on a button for a moment, and announces it to screen readers. */
export function say(button: HTMLElement, text: string) {
  const before = said.get(button)
  clearTimeout(before?.timer)
  const usual = before?.usual ?? button.textContent
  button.textContent = text
  statusOfPage().textContent = text
  const timer = setTimeout(() => {
    button.textContent = usual
    said.delete(button)
  }, 2000)
  said.set(button, { usual, timer })
}

let status: HTMLElement | undefined

function statusOfPage(): HTMLElement {
  if (status) return status
  status = document.createElement('p')
  status.className = 'sr-only'
  status.lang = words.language
  status.setAttribute('role', 'status')
  document.body.append(status)
  return status
}
