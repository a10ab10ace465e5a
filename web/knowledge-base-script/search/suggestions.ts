import { announceSuggestions, words } from '#web/knowledge-base-script/words.ts'
import { selectByKey, selectedOption, selectOption } from '#web/lib/dom/combobox.ts'
import { element } from '#web/lib/dom/element.ts'
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

export function suggestWhileTyping(form: HTMLFormElement, field: HTMLInputElement) {
  const box: Box = { form, field, list: newList(), status: element('p', { class: 'sr-only', role: 'status' }) }
  form.after(box.list, box.status)
  field.setAttribute('role', 'combobox')
  field.setAttribute('aria-autocomplete', 'list')
  field.setAttribute('aria-controls', box.list.id)
  close(box)
  field.addEventListener('input', () => {
    // Enter must not open a result of an earlier query.
    selectOption(box.field, box.list, undefined)
    clearTimeout(box.pause)
    box.pause = setTimeout(() => void suggest(box), pauseMs)
  })
  field.addEventListener('keydown', (event) => takeKey(box, event))
  field.addEventListener('blur', () => close(box))
  form.addEventListener('submit', () => close(box))
  // Keeps the focus in the field. Without focus, the list would close before the click.
  box.list.addEventListener('mousedown', (event) => event.preventDefault())
  box.list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    if (option) open(option)
  })
}

const newList = () =>
  element('ul', {
    id: 'suggestions',
    class:
      'absolute inset-x-0 top-full z-10 mt-1 overflow-hidden rounded-md border border-line-strong bg-surface py-1 text-lead shadow-control',
    role: 'listbox',
    'aria-label': words.suggestions,
  })

async function suggest(box: Box) {
  const page = await readPage(addressOf(box.form, box.field.value))
  if (!page || document.activeElement !== box.field) return
  const links = [...page.querySelectorAll<HTMLAnchorElement>('[data-found] a[data-article]')]
  box.list.replaceChildren(...links.slice(0, mostShown).map(optionOf))
  const { length } = box.list.children
  box.status.textContent = length > 0 ? announceSuggestions(length) : ''
  selectOption(box.field, box.list, undefined)
  box.list.hidden = length === 0
  box.field.setAttribute('aria-expanded', String(length > 0))
}

function optionOf(link: HTMLAnchorElement, at: number) {
  const attributes = {
    id: `suggestion-${at}`,
    class: 'cursor-pointer px-4 py-2 wrap-anywhere hover:bg-hover aria-selected:bg-hover',
    role: 'option',
    'aria-selected': 'false',
    lang: link.closest<HTMLElement>('[lang]')!.lang,
    'data-href': link.getAttribute('href')!,
    'data-article': link.dataset.article!,
  }
  return element('li', attributes, link.textContent)
}

function takeKey(box: Box, event: KeyboardEvent) {
  if (box.list.hidden || event.isComposing) return
  const options = [...box.list.querySelectorAll<HTMLElement>('[role=option]')]
  if (selectByKey(box.field, box.list, options, event)) return
  const selected = selectedOption(box.field, options)
  if (event.key === 'Escape') {
    event.preventDefault()
    close(box)
  } else if (event.key === 'Enter' && selected) {
    event.preventDefault()
    open(selected)
  }
}

/** Closes the list, and cancels a pending request, which would open the list again. */
function close(box: Box) {
  clearTimeout(box.pause)
  stopReading()
  box.list.hidden = true
  box.status.textContent = ''
  box.field.setAttribute('aria-expanded', 'false')
  selectOption(box.field, box.list, undefined)
}

function open({ dataset }: HTMLElement) {
  reportOpened(dataset.article!)
  location.assign(dataset.href!)
}
