export function selectOption(field: HTMLElement, list: HTMLElement, option: HTMLElement | undefined) {
  for (const other of list.children) other.setAttribute('aria-selected', String(other === option))
  if (option) field.setAttribute('aria-activedescendant', option.id)
  else field.removeAttribute('aria-activedescendant')
  option?.scrollIntoView({ block: 'nearest' })
}

/** Moves the selection with the arrow keys. After the last option and before the first, nothing is selected. */
export function selectByKey(
  field: HTMLElement,
  list: HTMLElement,
  options: HTMLElement[],
  event: KeyboardEvent,
): boolean {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return false
  event.preventDefault()
  const places = options.length + 1
  const selected = options.indexOf(selectedOption(field, options)!)
  selectOption(field, list, options[((selected + 1 + step + places) % places) - 1])
  return true
}

export const selectedOption = <T extends HTMLElement>(field: HTMLElement, options: T[]): T | undefined =>
  options.find(({ id }) => id === field.getAttribute('aria-activedescendant'))
