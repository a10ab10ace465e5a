import { selectByKey, selectedOption, selectOption } from '#web/lib/dom/combobox.ts'
import { element } from '#web/lib/dom/element.ts'
import { ask, given, type SearchAnswer } from './ask.ts'
import { optionOf, tellCount } from './draw.ts'
import { newSheet } from './style.ts'

const pauseMs = 200

// `<help-search>`: a search field for the articles of a help centre, for use on any site. The attribute `target` works
// as on links. The content of the element is shown until this script runs.
class HelpSearch extends HTMLElement {
  readonly #field = element('input', {
    type: 'search',
    name: 'q',
    maxlength: '256',
    autocomplete: 'off',
    spellcheck: 'false',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': 'list',
    'aria-expanded': 'false',
    'aria-label': given.words.field,
    placeholder: given.words.field,
  })
  readonly #list = element('div', { id: 'list', role: 'listbox', 'aria-label': given.words.suggestions, hidden: '' })
  readonly #note = element('p', { class: 'note', hidden: '' })
  readonly #status = element('p', { class: 'hidden', role: 'status' })
  #pause: ReturnType<typeof setTimeout> | undefined
  #asking: AbortController | undefined

  connectedCallback() {
    if (this.shadowRoot) return
    const form = element('form', { role: 'search', action: given.searchUrl }, this.#field)
    const target = this.getAttribute('target')
    if (target) form.target = target
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [newSheet()]
    const all = element('div', { lang: given.words.language }, form, this.#list, this.#note, this.#status)
    root.append(all)
    this.#field.addEventListener('input', () => {
      // Enter must not open a result of an earlier query.
      selectOption(this.#field, this.#list, undefined)
      clearTimeout(this.#pause)
      this.#pause = setTimeout(() => void this.#search(), pauseMs)
    })
    all.addEventListener('keydown', (event) => this.#takeKey(event))
    all.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && all.contains(relatedTarget))) this.#close()
    })
    form.addEventListener('submit', (event) => {
      if (this.#field.value.trim() === '') event.preventDefault()
      this.#close()
    })
    // Keeps the focus in the field. Without focus, the list would close before the click.
    for (const below of [this.#list, this.#note]) below.addEventListener('mousedown', (event) => event.preventDefault())
  }

  disconnectedCallback() {
    this.#close()
  }

  /** Cancels the earlier request, so that it cannot replace later results. */
  async #search() {
    this.#close()
    const words = this.#field.value.trim()
    if (words === '') return
    this.#asking = new AbortController()
    const { signal } = this.#asking
    try {
      const found = await ask(words, signal)
      if (!signal.aborted) this.#show(found, words)
    } catch {
      if (!signal.aborted) this.#tell(given.words.failed)
    }
  }

  #show({ items }: SearchAnswer, words: string) {
    if (items.length === 0) {
      const { nothing, ask: askUs } = given.words
      const address = new URL(given.askUrl)
      address.searchParams.set('subject', words)
      return this.#tell(
        nothing.replace('{words}', () => words),
        element('a', { href: address.href }, askUs),
      )
    }
    const target = this.getAttribute('target')
    this.#list.replaceChildren(...items.map((item, at) => optionOf(item, at, words, target)))
    this.#list.hidden = false
    this.#field.setAttribute('aria-expanded', 'true')
    this.#status.textContent = tellCount(items.length)
  }

  #tell(text: string, link?: HTMLAnchorElement) {
    this.#note.replaceChildren(text, ...(link ? [' ', link] : []))
    this.#note.hidden = false
    this.#status.textContent = text
  }

  #takeKey(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === 'Escape' && !(this.#list.hidden && this.#note.hidden)) {
      event.preventDefault()
      this.#field.focus()
      return this.#close()
    }
    if (this.#list.hidden) return
    const options = [...this.#list.querySelectorAll('a')]
    if (selectByKey(this.#field, this.#list, options, event)) return
    const selected = selectedOption(this.#field, options)
    if (event.key !== 'Enter' || !selected) return
    event.preventDefault()
    selected.click()
    this.#close()
  }

  /** Closes the list, and cancels a pending request, which would open the list again. */
  #close() {
    clearTimeout(this.#pause)
    this.#asking?.abort()
    this.#list.hidden = true
    this.#note.hidden = true
    this.#status.textContent = ''
    this.#field.setAttribute('aria-expanded', 'false')
    selectOption(this.#field, this.#list, undefined)
  }
}

if (!customElements.get('help-search')) customElements.define('help-search', HelpSearch)
