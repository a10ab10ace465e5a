import { tellCut } from '#web/knowledge-base-script/words.ts'
import { element } from '#web/lib/dom/element.ts'
import { addressOf, readPage, reportOpened, stopReading } from './found.ts'
import { suggestWhileTyping } from './suggestions.ts'

const pauseMs = 200

export function searchWhileTyping() {
  const form = document.querySelector<HTMLFormElement>('form[data-search]')
  const field = form?.querySelector<HTMLInputElement>('input')
  if (!form || !field) return
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    event.preventDefault()
    field.select()
  })
  hintAtCut(form, field)
  if (!document.querySelector('[data-found]')) return suggestWhileTyping(form, field)
  if (field.value === '') field.focus()
  let pause: ReturnType<typeof setTimeout> | undefined
  field.addEventListener('input', () => {
    clearTimeout(pause)
    pause = setTimeout(() => void readAnew(form, field.value), pauseMs)
  })
  form.addEventListener('submit', () => clearTimeout(pause))
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLElement>('[data-article]') : null
    if (link) reportOpened(link.dataset.article!)
  })
}

function hintAtCut(form: HTMLFormElement, field: HTMLInputElement) {
  const hint = element('p', { class: 'mt-1.5 text-danger empty:hidden', role: 'alert' })
  form.after(hint)
  field.addEventListener('paste', (event) => {
    hint.textContent = tellCut(event)
  })
  field.addEventListener('input', () => {
    if (field.value.length < field.maxLength) hint.textContent = ''
  })
}

const isWriting = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea, select')

/** Loads new results. If the request fails, the page still shows the earlier results. */
async function readAnew(form: HTMLFormElement, words: string) {
  const url = addressOf(form, words)
  // The page already shows this query, so a pending request is cancelled.
  if (url.href === location.href) return stopReading()
  const page = await readPage(url)
  const found = page?.querySelector('[data-found]')
  if (!page || !found) return
  document.querySelector('[data-found]')?.replaceChildren(...found.childNodes)
  document.title = page.title
  history.replaceState(history.state, '', url)
}
