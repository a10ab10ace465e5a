import { elementsIn, type HtmlElement, type HtmlNode, hasClass, isElement, styleOf, textIn } from './html-tree.ts'

type Kind = 'ordered' | 'bullets' | 'tasks'
type Item = { level: number; kind: Kind; number: number | null; list: string | null; element: HtmlElement }

const deepest = 9

/**
 * Restores nested lists from items with a level. Word writes each item as a paragraph. Word for the web and Google Docs
 * write a separate list for each item or level.
 */
export function nestLists(nodes: HtmlNode[]): HtmlNode[] {
  const nested: HtmlNode[] = []
  let open: Item[] = []
  const close = () => {
    if (open.length > 0) nested.push(...nestItems(open))
    open = []
  }
  for (const node of nodes) {
    const items = isElement(node) ? readItems(node) : null
    if (items) for (const item of items) open.push(item)
    else if (open.length === 0 || isElement(node) || node.trim() !== '') {
      close()
      nested.push(node)
    }
  }
  close()
  return nested
}

function readItems(element: HtmlElement): Item[] | null {
  if (isList(element)) return restored.has(element) ? null : readList(element)
  if (element.name === 'div' && hasClass(element, 'ListContainerWrapper')) return readWrapper(element)
  const item = readParagraph(element)
  return item && [item]
}

function readWrapper(element: HtmlElement): Item[] | null {
  const items = element.children.map((child) => {
    if (!isElement(child)) return child.trim() === '' ? [] : null
    return isList(child) ? readList(child) : null
  })
  return items.every((one) => one !== null) ? items.flat() : null
}

const isList = ({ name }: HtmlElement) => name === 'ul' || name === 'ol'

// Returns the items of a list, including those of nested lists. Returns null if the level of an item is unknown, or if
// there is text outside the items.
function readList(list: HtmlElement): Item[] | null {
  if (list.children.some((child) => !isElement(child) && child.trim() !== '')) return null
  const children = elementsIn(list)
  const isFlat = children.every(({ name }) => name === 'li')
  const items: Item[] = []
  let isBegun = false
  for (const child of children) {
    const within = isList(child) ? readList(child) : null
    const level = child.name === 'li' ? (levelOf(child, list) ?? (isFlat ? indentOf(child) : null)) : null
    if (level === null && !within) return null
    if (within) for (const item of within) items.push(item)
    else items.push(newItem(child, list, level!, isBegun ? null : beginOf(child, list)))
    isBegun ||= level !== null
  }
  return items.length > 0 ? items : null
}

const newItem = (element: HtmlElement, list: HtmlElement, level: number, number: number | null): Item => ({
  level,
  number,
  element,
  kind: list.name === 'ol' ? 'ordered' : element.attributes.role === 'checkbox' ? 'tasks' : 'bullets',
  list: element.attributes['data-listid'] ?? kixName(list)?.[1] ?? null,
})

// Returns the number of the first item of a numbered list. Returns null for other lists, and for a single item with the
// number 1: Word for the web and Google Docs can write each item as a separate list, so this number means nothing.
function beginOf(item: HtmlElement, list: HtmlElement): number | null {
  if (list.name !== 'ol') return null
  const said = [list.attributes.start, item.attributes['data-aria-posinset']].map((one) =>
    Number.parseInt(one ?? '', 10),
  )
  return said.find((one) => one > 1) ?? (elementsIn(list).length > 1 ? 1 : null)
}

// Returns the level of an item from its ARIA attribute or the class name of its list, as Google Docs exports it.
// Returns null if there is neither.
function levelOf({ attributes }: HtmlElement, list: HtmlElement): number | null {
  const level = Number.parseInt(attributes['data-aria-level'] ?? attributes['aria-level'] ?? '', 10)
  if (level > 0) return level
  const [, , named] = kixName(list) ?? []
  return named ? Number(named) + 1 : null
}

/** Returns the indent of an item in points, or null. Some programs write an indent instead of a level. */
function indentOf(item: HtmlElement): number | null {
  const [, length, unit] = /^(\d{1,4}(?:\.\d{1,4})?)(pt|px|cm|mm|in|em)$/.exec(styleOf(item)['margin-left'] ?? '') ?? []
  return length && unit ? Number(length) * points[unit]! : null
}

const points: Record<string, number> = { pt: 1, px: 0.75, cm: 28.35, mm: 2.835, in: 72, em: 12 }

const kixName = ({ attributes }: HtmlElement) =>
  /(?:^|\s)lst-kix_(\w{1,40})-(\d)(?:\s|$)/.exec((attributes.class ?? '').slice(0, 200))

function readParagraph(node: HtmlElement): Item | null {
  if (!/^(?:p|h[1-6]|div)$/.test(node.name)) return null
  const [, list, level] = /^(l\d+) level(\d) lfo\d+/.exec(styleOf(node)['mso-list'] ?? '') ?? []
  if (!list) return null
  const sign = takeSign(node)
  const isOrdered = /^\(?(?:\d{1,6}|[a-z]{1,4})[.)]/i.test(sign)
  const element = { name: 'li', attributes: {}, children: withoutSigns(node.children) }
  return {
    level: Number(level),
    kind: isOrdered ? 'ordered' : 'bullets',
    number: isOrdered ? numberOf(sign) : null,
    list,
    element,
  }
}

const isSign = (node: HtmlNode) => isElement(node) && /^ignore/.test(styleOf(node)['mso-list'] ?? '')

function takeSign(element: HtmlElement): string {
  for (const child of element.children) {
    if (!isElement(child)) continue
    const sign = isSign(child) ? textIn(child).trim() : takeSign(child)
    if (sign !== '') return sign
  }
  return ''
}

const romans = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']

/** Returns the number of a list sign such as `3.`, `1.2.`, `(c)` or `iv)`. For `1.2.`, this is 2. */
function numberOf(sign: string): number | null {
  const [, last = ''] = /(\d{1,6}|[a-z]{1,4})[.)]*$/i.exec(sign) ?? []
  const letters = last.toLowerCase()
  if (/\d/.test(last)) return Number(last)
  if (romans.includes(letters) && !/^[vx]$/.test(letters)) return romans.indexOf(letters) + 1
  return letters.length === 1 ? letters.charCodeAt(0) - 96 : null
}

function withoutSigns(nodes: HtmlNode[]): HtmlNode[] {
  return nodes
    .filter((node) => !isSign(node))
    .map((node) => (isElement(node) ? { ...node, children: withoutSigns(node.children) } : node))
}

type OpenList = { level: number; kind: Kind; name: string | null; next: number; list: HtmlElement }

function nestItems(items: Item[]): HtmlElement[] {
  const lists: HtmlElement[] = []
  const open: OpenList[] = []
  for (const item of items) {
    while (open.length > 0 && open.at(-1)!.level > item.level) open.pop()
    if (open.at(-1)?.level === item.level && !isContinued(open.at(-1)!, item)) open.pop()
    if (open.at(-1)?.level !== item.level && open.length < deepest) {
      const list = newList(item)
      const around = open.at(-1)?.list.children.at(-1)
      if (around && isElement(around)) around.children = [...around.children, list]
      else lists.push(list)
      open.push({ level: item.level, kind: item.kind, name: item.list, next: item.number ?? 1, list })
    }
    const last = open.at(-1)!
    last.next += 1
    last.list.children.push({ ...item.element })
  }
  return lists
}

// Returns whether an item continues the open list. Another kind or an unexpected number begins a new list. A numbered
// item without a known number continues only a list with the same id.
function isContinued({ kind, name, next }: OpenList, item: Item): boolean {
  if (kind !== item.kind) return false
  if (kind !== 'ordered') return true
  return item.number === null ? name === item.list : item.number === next
}

// Lists that `nestItems` made. Restoring one again would nest its items deeper each time, up to a stack overflow.
const restored = new WeakSet<HtmlElement>()

function newList({ kind, number }: Item): HtmlElement {
  const attributes: HtmlElement['attributes'] =
    kind === 'ordered' && number !== null && number !== 1 ? { start: String(number) } : {}
  const list = { name: kind === 'ordered' ? 'ol' : 'ul', attributes, children: [] }
  restored.add(list)
  return list
}
