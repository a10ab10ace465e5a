import { say } from './say.ts'
import { words } from './words.ts'

/** Adds a button to each heading that copies its URL. It is beside the heading so that it is not read out with it. */
export function addAnchors() {
  for (const heading of document.querySelectorAll<HTMLElement>('.reading :is(h2, h3, h4)[id]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.lang = words.language
    button.className = 'anchor'
    button.textContent = '#'
    button.setAttribute(
      'aria-label',
      words.copyLink.replace('{heading}', () => heading.textContent),
    )
    button.addEventListener('click', () => copyAddress(button, heading.id))
    const headed = document.createElement('div')
    headed.className = `headed headed-${heading.localName}`
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
