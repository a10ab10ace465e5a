import { type HtmlElement, type HtmlNode, isElement, styleOf, textIn } from './html-tree.ts'

type WordItem = { level: number; isOrdered: boolean; start: number; list: string; element: HtmlElement }

/** Word writes the items of a list as paragraphs that say their level; here they are lists again. */
export function groupWordLists(nodes: HtmlNode[]): HtmlNode[] {
  if (!nodes.some((node) => readItem(node))) return nodes
  const grouped: HtmlNode[] = []
  let open: WordItem[] = []
  const close = () => {
    if (open.length > 0) grouped.push(...nestItems(open))
    open = []
  }
  for (const node of nodes) {
    const item = readItem(node)
    if (item) open.push(item)
    else if (isElement(node) || node.trim() !== '') {
      close()
      grouped.push(node)
    }
  }
  close()
  return grouped
}

function readItem(node: HtmlNode): WordItem | null {
  if (!isElement(node) || !/^(?:p|h[1-6]|div)$/.test(node.name)) return null
  const [, list, level] = /^(l\d+) level(\d) lfo\d+/.exec(styleOf(node)['mso-list'] ?? '') ?? []
  if (!list) return null
  const sign = takeSign(node)
  const isOrdered = /^\(?(?:\d{1,6}|[a-z]{1,4})[.)]/i.test(sign)
  const element = { name: 'li', attributes: {}, children: withoutSigns(node.children) }
  return { level: Number(level), isOrdered, start: Number.parseInt(sign, 10) || 1, list, element }
}

const isSign = (node: HtmlNode) => isElement(node) && /^ignore/.test(styleOf(node)['mso-list'] ?? '')

/** The bullet or the number that Word shows before an item. */
function takeSign(element: HtmlElement): string {
  for (const child of element.children) {
    if (!isElement(child)) continue
    const sign = isSign(child) ? textIn(child).trim() : takeSign(child)
    if (sign !== '') return sign
  }
  return ''
}

function withoutSigns(nodes: HtmlNode[]): HtmlNode[] {
  return nodes
    .filter((node) => !isSign(node))
    .map((node) => (isElement(node) ? { ...node, children: withoutSigns(node.children) } : node))
}

function nestItems(items: WordItem[]): HtmlElement[] {
  const lists: HtmlElement[] = []
  const open: { level: number; list: HtmlElement; isOrdered: boolean }[] = []
  for (const item of items) {
    while (open.length > 0 && open.at(-1)!.level > item.level) open.pop()
    const same = open.at(-1)
    if (same?.level === item.level && same.isOrdered !== item.isOrdered) open.pop()
    if (open.at(-1)?.level !== item.level) {
      const list = newList(item)
      const around = open.at(-1)?.list.children.at(-1)
      if (around && isElement(around)) around.children.push(list)
      else lists.push(list)
      open.push({ level: item.level, list, isOrdered: item.isOrdered })
    }
    open.at(-1)!.list.children.push(item.element)
  }
  return lists
}

const newList = ({ isOrdered, start }: WordItem): HtmlElement => ({
  name: isOrdered ? 'ol' : 'ul',
  attributes: isOrdered && start !== 1 ? { start: String(start) } : {},
  children: [],
})
