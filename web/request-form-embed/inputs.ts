import { element } from '#web/lib/dom/element.ts'
import type { FormField } from './api.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** An input with its label, a help text, and a place for an error. `read` returns the value for the API. */
export type Input = {
  name: string
  box: HTMLElement
  read: () => unknown
  show: (error: string | undefined) => void
  focus: () => void
}

type Words = { name: string; label: string; help?: string; isRequired?: boolean }

function inputOf({ name, label, help = '', isRequired = true }: Words, control: Control): Input {
  const below = element('p', { id: `${name}-below`, class: 'below' }, help)
  control.id = name
  control.setAttribute('aria-describedby', below.id)
  if (isRequired) control.setAttribute('aria-required', 'true')
  const title = element('label', { for: name }, label)
  if (!isRequired) title.append(element('span', { class: 'quiet' }, ' (optional)'))
  return {
    name,
    box: element('div', { class: 'input' }, title, control, below),
    read: () => control.value.trim() || undefined,
    show(error) {
      control.toggleAttribute('aria-invalid', error !== undefined)
      if (error) control.setAttribute('aria-invalid', 'true')
      below.className = error ? 'below wrong' : 'below'
      below.textContent = error ?? help
    },
    focus: () => control.focus(),
  }
}

export const lineInput = (words: Words, attributes: Record<string, string> = {}) =>
  inputOf(words, element('input', { type: 'text', autocomplete: 'off', ...attributes }))

export const textInput = (words: Words, rows: number) => inputOf(words, element('textarea', { rows: String(rows) }))

/** The input of a ticket field. Its name is that of the errors that the API answers. */
export function fieldInput(field: FormField): Input {
  const words = {
    name: `customFields.${field.key}`,
    label: field.label,
    help: field.help,
    isRequired: field.required === 'on_create',
  }
  const options = (field.options ?? []).filter(({ isArchived }) => !isArchived)
  const input = field.kind === 'select' && field.many ? choices(words, options) : single(words, field, options)
  return { ...input, read: () => sentValue(field, input.read()) ?? null }
}

const kinds: Partial<Record<FormField['kind'], Record<string, string>>> = {
  date: { type: 'date' },
  datetime: { type: 'datetime-local' },
  email: { type: 'email', autocomplete: 'email' },
  url: { type: 'url', placeholder: 'https://' },
  phone: { type: 'tel', autocomplete: 'tel' },
  integer: { inputmode: 'numeric' },
  decimal: { inputmode: 'decimal' },
}

type Options = { key: string; label?: string | undefined }[]
const yesOrNo = [
  { key: 'true', label: 'Yes' },
  { key: 'false', label: 'No' },
]

function single(words: Words, { kind, default: start }: FormField, options: Options): Input {
  if (kind === 'long_text') return textInput(words, 4)
  if (kind !== 'select' && kind !== 'boolean') return lineInput(words, kinds[kind])
  const shown = kind === 'boolean' ? yesOrNo : options
  const select = element(
    'select',
    {},
    element('option', { value: '' }, 'None'),
    ...shown.map(({ key, label }) => element('option', { value: key }, label ?? key)),
  )
  if (start !== undefined && start !== null) select.value = String(start)
  return inputOf(words, select)
}

function choices({ name, label, help = '', isRequired }: Words, options: Options): Input {
  const boxes = options.map(({ key }) => element('input', { type: 'checkbox', value: key }))
  const below = element('p', { id: `${name}-below`, class: 'below' }, help)
  const title = element('legend', {}, label)
  if (!isRequired) title.append(element('span', { class: 'quiet' }, ' (optional)'))
  return {
    name,
    box: element(
      'fieldset',
      { 'aria-describedby': below.id },
      title,
      ...options.map((option, at) => element('label', { class: 'choice' }, boxes[at]!, option.label ?? option.key)),
      below,
    ),
    read: () => boxes.filter(({ checked }) => checked).map(({ value }) => value),
    show(error) {
      below.className = error ? 'below wrong' : 'below'
      below.textContent = error ?? help
    },
    focus: () => boxes[0]?.focus(),
  }
}

function sentValue({ kind }: FormField, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (kind === 'boolean') return value === 'true'
  if (kind === 'integer' && /^[+-]?\d{1,15}$/.test(value)) return Number(value)
  if (kind === 'datetime') return new Date(value).toISOString()
  return value
}
