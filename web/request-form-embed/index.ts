import { element } from '#web/lib/dom/element.ts'
import { confirmRequest, type FormField, findForm, type Refused, sendRequest, type VisitorForm } from './api.ts'
import { fieldInput, type Input, lineInput, textInput } from './inputs.ts'
import { newSheet } from './style.ts'

// `<request-form form="KEY">`: a form for requests, for use on any site. The content of the element is shown until the
// form is there, and stays if the form is not available.
class RequestForm extends HTMLElement {
  #isBegun = false

  async connectedCallback() {
    if (this.#isBegun) return
    this.#isBegun = true
    const found = await findForm(this.getAttribute('form'))
    if (!found) return
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [newSheet()]
    root.append(requestStep(root, found))
  }
}

type Step = {
  inputs: Input[]
  label: string
  /** Sends the values. Returns a problem, or undefined if the next step is shown. */
  send: () => Promise<Refused | undefined>
}

/** A form that shows problems at their inputs, keeps what was typed, and is sent once at a time. */
function formOf({ inputs, label, send }: Step, ...above: Node[]): HTMLFormElement {
  const problem = element('p', { class: 'wrong', role: 'alert', hidden: '' })
  const button = element('button', { type: 'submit' }, label)
  const form = element('form', { novalidate: '' }, ...above, problem, ...inputs.map(({ box }) => box), button)
  let isSending = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    button.setAttribute('aria-disabled', 'true')
    const refused = await send()
    isSending = false
    button.removeAttribute('aria-disabled')
    if (!refused) return
    const { fields = {} } = refused
    for (const input of inputs) input.show(fields[input.name])
    const first = inputs.find(({ name }) => fields[name])
    problem.hidden = first !== undefined
    problem.textContent = first ? '' : refused.detail
    first?.focus()
  })
  return form
}

function requestStep(root: ShadowRoot, { key, name, description, fields }: VisitorForm) {
  const email = lineInput({ name: 'email', label: 'Your e-mail' }, { type: 'email', autocomplete: 'email' })
  const person = lineInput(
    { name: 'name', label: 'Your name', isRequired: false },
    { autocomplete: 'name', maxlength: '120' },
  )
  const subject = lineInput({ name: 'subject', label: 'Subject' }, { maxlength: '255' })
  const text = textInput({ name: 'text', label: 'What happened?' }, 6)
  const custom = fields.map((field) => ({ field, input: fieldInput(field) }))
  const read = (input: Input) => String(input.read() ?? '')
  async function send() {
    const shown = custom.filter(({ input }) => !input.box.hidden)
    const { answer, problem } = await sendRequest({
      ...{ form: key, email: read(email), subject: read(subject), text: read(text) },
      ...(read(person) && { name: read(person) }),
      ...(shown.length > 0 && {
        customFields: Object.fromEntries(shown.map(({ field, input }) => [field.key, input.read()])),
      }),
    })
    if (!answer) return problem
    const next = codeStep(root, answer.id, read(email))
    root.querySelector('form')?.replaceWith(next)
    next.querySelector('input')?.focus()
    return undefined
  }
  const form = formOf(
    { inputs: [email, person, subject, text, ...custom.map(({ input }) => input)], label: 'Send request', send },
    element('h2', {}, name),
    ...(description ? [element('p', {}, description)] : []),
  )
  const showAsked = () => {
    for (const { field, input } of custom) input.box.hidden = !isAsked(field, custom)
  }
  form.addEventListener('input', showAsked)
  showAsked()
  return form
}

/** Whether the condition of a field is met. */
function isAsked({ condition }: FormField, custom: { field: FormField; input: Input }[]): boolean {
  const other = condition && custom.find(({ field }) => field.key === condition.field)
  if (!other) return true
  const value = other.input.read()
  if (Array.isArray(value)) return value.includes(condition.equals)
  return value === condition.equals || (condition.equals === false && value === null)
}

function codeStep(root: ShadowRoot, id: string, email: string) {
  const code = lineInput(
    { name: 'code', label: 'Six-digit code' },
    { inputmode: 'numeric', autocomplete: 'one-time-code', maxlength: '7' },
  )
  async function send() {
    const { answer, problem } = await confirmRequest(id, String(code.read() ?? ''))
    if (!answer) return problem
    if (!answer.isConfirmed)
      return { detail: '', fields: { code: 'This code is wrong or has expired. Enter the newest code from the mail.' } }
    const done = element('p', { tabindex: '-1', role: 'status' }, 'Your request is sent. We reply by e-mail.')
    root.querySelector('form')?.replaceWith(done)
    done.focus()
    return undefined
  }
  return formOf(
    { inputs: [code], label: 'Confirm', send },
    element('p', { role: 'status' }, `We sent a code to ${email}. Enter it to send your request.`),
  )
}

if (!customElements.get('request-form')) customElements.define('request-form', RequestForm)
