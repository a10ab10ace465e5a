import { say } from './say.ts'
import { words } from './words.ts'

export function offerMarkdown() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-markdown]')) {
    button.hidden = false
    button.addEventListener('click', () => void copy(button, button.dataset.markdown!))
  }
}

async function copy(button: HTMLElement, url: string) {
  try {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error('not there')
    await navigator.clipboard.writeText(await answer.text())
    say(button, words.copied)
  } catch {
    say(button, words.notCopied)
  }
}
