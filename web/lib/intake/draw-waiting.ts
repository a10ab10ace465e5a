type Waiting = { name: string; label: string; remove: { words: string; label: string }; onRemove: () => void }

/** Draws a file that is being uploaded. Uses plain DOM elements, because the editor plugin does not use React. */
export function drawWaiting({ name, label, remove, onRemove }: Waiting) {
  const element = document.createElement('div')
  element.className = 'upload'
  element.contentEditable = 'false'
  const words = document.createElement('span')
  words.textContent = name
  const bar = document.createElement('progress')
  bar.max = 1
  bar.setAttribute('aria-label', label)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = remove.words
  button.setAttribute('aria-label', remove.label)
  button.onclick = onRemove
  element.append(words, bar, button)
  return {
    element,
    showShare(share: number, said?: string) {
      bar.value = Math.min(share, 0.99)
      if (said) words.textContent = said
    },
    showError(message: string) {
      bar.remove()
      words.textContent = `${name}: ${message}`
      element.setAttribute('role', 'alert')
    },
  }
}
