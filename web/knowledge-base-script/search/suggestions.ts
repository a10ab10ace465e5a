import { announceSuggestions, words } from '#web/knowledge-base-script/words.ts'
import { addressOf, readPage, reportOpened, stopReading } from './found.ts'

const pauseMs = 200
const mostShown = 6

type Box = {
  form: HTMLFormElement
  field: HTMLInputElement
  list: HTMLElement
  status: HTMLElement
  pause?: ReturnType<typeof setTimeout>
}

/** Suggestions below the search field. Enter without a selection opens the result page. */
export function suggestWhileTyping(form: HTMLFormElement, field: HTMLInputElement) {
  const box: Box = { form, field, list: newList(), status: newStatus() }
  form.after(box.list, box.status)
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', box.list.id)
  close(box)
  field.addEventListener('input', () => {
    // Enter must not open a result of an earlier query.
    mark(box, undefined)
    clearTimeout(box.pause)
    box.pause = setTimeout(() => void suggest(box), pauseMs)
  })
  field.addEventListener('keydown', (event) => takeKey(box, event))
  field.addEventListener('blur', () => close(box))
  form.addEventListener('submit', () => close(box))
  // Keeps the focus in the field, because losing it would close the list before the click.
  box.list.addEventListener('mousedown', (event) => event.preventDefault())
  box.list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (option) open(option)
  })
}

function newList() {
  const list = document.createElement('ul')
  list.id = 'suggestions'
  list.className =
    'absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-md border border-line-strong bg-surface py-1 text-lead shadow-control'
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', words.suggestions)
  return list
}

function newStatus() {
  const status = document.createElement('p')
  status.className = 'sr-only'
  status.setAttribute('role', 'status')
  return status
}

async function suggest(box: Box) {
  const page = await readPage(addressOf(box.form, box.field.value))
  if (!page || document.activeElement !== box.field) return
  const links = [...page.querySelectorAll<HTMLAnchorElement>('[data-found] a[data-article]')]
  box.list.replaceChildren(...links.slice(0, mostShown).map(optionOf))
  const { length } = box.list.children
  box.status.textContent = length > 0 ? announceSuggestions(length) : ''
  mark(box, undefined)
  box.list.hidden = length === 0
  box.field.setAttribute('aria-expanded', String(length > 0))
}

function optionOf(link: HTMLAnchorElement, at: number) {
  const option = document.createElement('li')
  option.id = `suggestion-${at}`
  option.className = 'cursor-pointer px-4 py-2 wrap-anywhere hover:bg-hover aria-selected:bg-hover'
  option.setAttribute('role', 'option')
  option.setAttribute('aria-selected', 'false')
  option.textContent = link.textContent
  option.lang = link.closest<HTMLElement>('[lang]')!.lang
  option.dataset.href = link.getAttribute('href')!
  option.dataset.article = link.dataset.article
  return option
}

function takeKey(box: Box, event: KeyboardEvent) {
  if (box.list.hidden || event.isComposing) return
  const options = [...box.list.querySelectorAll<HTMLElement>('[role=option]')]
  const marked = options.findIndex((option) => option.id === box.field.getAttribute('aria-activedescendant'))
  // After the last and before the first option, the field itself is selected.
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step) {
    event.preventDefault()
    const places = options.length + 1
    mark(box, options[((marked + 1 + step + places) % places) - 1])
  } else if (event.key === 'Escape') {
    event.preventDefault()
    close(box)
  } else if (event.key === 'Enter' && options[marked]) {
    event.preventDefault()
    open(options[marked])
  }
}

function mark({ field, list }: Box, option: HTMLElement | undefined) {
  for (const other of list.children) other.setAttribute('aria-selected', String(other === option))
  if (option) field.setAttribute('aria-activedescendant', option.id)
  else field.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

/** A pending request does not open the list again. */
function close(box: Box) {
  clearTimeout(box.pause)
  stopReading()
  box.list.hidden = true
  box.status.textContent = ''
  box.field.setAttribute('aria-expanded', 'false')
  mark(box, undefined)
}

function open({ dataset }: HTMLElement) {
  reportOpened(dataset.article!)
  location.assign(dataset.href!)
}
