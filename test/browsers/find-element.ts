import type { Target } from './browser-page.ts'

const selectors = {
  button: 'button, [role=button], summary, input[type=submit]',
  link: 'a[href]',
  field: 'input:not([type=hidden]), textarea, select, [contenteditable=true], [role=textbox], [role=combobox]',
  heading: 'h1, h2, h3, h4',
  option: '[role=option]',
  radio: 'input[type=radio], [role=radio]',
  menuitem: '[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]',
  dialog: 'dialog[open], [role=dialog]',
  /** Any element. `find` returns the innermost element with the text. */
  text: 'body *',
}
export type ElementKind = keyof typeof selectors

export const describeElement = ({ kind, name, within }: Target) =>
  `${kind} ${name instanceof RegExp ? name : `“${name}”`}${within ? ` in ${within}` : ''}`

/**
 * Returns a JavaScript expression for the center of the element in the window. Its value is null while the element is
 * missing, hidden or, except for `text`, covered.
 */
export function findElement({ kind, name, within, index = 0 }: Target) {
  const pattern =
    name instanceof RegExp ? `new RegExp(${JSON.stringify(name.source)}, ${JSON.stringify(name.flags)})` : 'null'
  const wanted = name instanceof RegExp ? 'null' : JSON.stringify(name)
  const rest = `${JSON.stringify(within ?? null)}, ${index}, ${kind === 'text'}`
  return `(${find})(${JSON.stringify(selectors[kind])}, ${wanted}, ${pattern}, ${rest})`
}

/** Runs in the page. */
function find(
  selector: string,
  name: string | null,
  pattern: RegExp | null,
  within: string | null,
  index: number,
  isText: boolean,
) {
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const fits = (text: string) => text !== '' && (pattern ? pattern.test(text) : text === name)
  const namesOf = (element: Element) => {
    const labelledBy = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    return [
      element.getAttribute('aria-label'),
      labelledBy.map((id) => document.getElementById(id)?.textContent).join(' '),
      (element as HTMLInputElement).labels?.[0]?.textContent,
      (element as HTMLElement).textContent,
      element.getAttribute('title'),
    ].map(clean)
  }
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const roots = within ? [...document.querySelectorAll(within)] : [document.documentElement]
  const all = roots.flatMap((root) => [...root.querySelectorAll(selector)])
  const found = all.filter((element) => namesOf(element).some(fits) && isShown(element))
  const innermost = isText ? found.filter((one) => !found.some((other) => one !== other && one.contains(other))) : found
  const element = innermost[index]
  if (!element) return null
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const hit = document.elementFromPoint(x, y)
  const isReached = hit && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
  return isReached || isText ? { x, y } : null
}
