type Saying = { usual: string; timer: ReturnType<typeof setTimeout> }
const said = new WeakMap<HTMLElement, Saying>()

/** A button says for a moment what became of its press. */
export function say(button: HTMLElement, text: string) {
  const before = said.get(button)
  clearTimeout(before?.timer)
  const usual = before?.usual ?? button.textContent
  button.textContent = text
  button.setAttribute('role', 'status')
  const timer = setTimeout(() => {
    button.textContent = usual
    button.removeAttribute('role')
    said.delete(button)
  }, 2000)
  said.set(button, { usual, timer })
}
