import { say } from './say.ts'

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
    say(button, 'Copied')
  } catch {
    say(button, 'Could not be copied')
  }
}
