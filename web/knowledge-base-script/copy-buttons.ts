import { element } from '#web/lib/dom/element.ts'
import { words } from './words.ts'

/** Adds a URL copy button next to each heading. Screen readers do not read the button as part of the heading. */
export function addAnchors() {
  for (const heading of document.querySelectorAll<HTMLElement>('.reading :is(h2, h3, h4)[id]')) {
    const label = words.copyLink.replace('{heading}', () => heading.textContent)
    const attributes = { type: 'button', lang: words.language, class: 'anchor', 'aria-label': label }
    const button = element('button', attributes, '#')
    button.addEventListener('click', () => copyAddress(button, heading.id))
    const headed = element('div', { class: `headed headed-${heading.localName}` })
    if (heading.dir) headed.dir = heading.dir
    heading.before(headed)
    headed.append(heading, button)
  }
}

async function copyAddress(button: HTMLButtonElement, anchor: string) {
  const url = new URL(location.href)
  url.hash = anchor
  history.replaceState(history.state, '', url)
  await navigator.clipboard.writeText(url.href).then(
    () => say(button, words.copied),
    () => say(button, words.inAddressBar),
  )
}

type PendingWords = { usual: string; timer: ReturnType<typeof setTimeout> }
const said = new WeakMap<HTMLElement, PendingWords>()

function say(button: HTMLElement, text: string) {
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
  status = element('p', { class: 'sr-only', lang: words.language, role: 'status' })
  document.body.append(status)
  return status
}

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
