import { tellCut } from '#web/knowledge-base-script/words.ts'
import { addressOf, readPage, stopReading, tellOpened } from './found.ts'
import { suggestWhileTyping } from './suggestions.ts'

/** A pause in typing, after which it is searched. */
const pauseMs = 200

/** `/` leads to the field; the page of what was found is read anew while one types, elsewhere a list suggests. */
export function searchWhileTyping() {
  const form = document.querySelector<HTMLFormElement>('form[data-search]')
  const field = form?.querySelector<HTMLInputElement>('input')
  if (!form || !field) return
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    event.preventDefault()
    field.select()
  })
  sayWhatIsCut(form, field)
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
    if (link) tellOpened(link.dataset.article!)
  })
}

/** Below the field, as long as it is full. */
function sayWhatIsCut(form: HTMLFormElement, field: HTMLInputElement) {
  const told = document.createElement('p')
  told.className = 'mt-1.5 text-danger empty:hidden'
  told.setAttribute('role', 'alert')
  form.after(told)
  field.addEventListener('paste', (event) => {
    told.textContent = tellCut(event)
  })
  field.addEventListener('input', () => {
    if (field.value.length < field.maxLength) told.textContent = ''
  })
}

const isWriting = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea, select')

/** Without a connection, what was found before stays, and Enter says why. */
async function readAnew(form: HTMLFormElement, words: string) {
  const url = addressOf(form, words)
  // What is still being read is of words that stand there no more.
  if (url.href === location.href) return stopReading()
  const page = await readPage(url)
  const found = page?.querySelector('[data-found]')
  if (!page || !found) return
  document.querySelector('[data-found]')?.replaceChildren(...found.childNodes)
  document.title = page.title
  history.replaceState(history.state, '', url)
}
