import { diffArrays } from 'diff'

/** A block of a draft. The merge compares `key`. `words` is the plain text. */
export type Block = { html: string; key: string; words: string }

export function joinHtml(base: string, mine: string, theirs: string): string {
  return joinBlocks(blocksOf(base), blocksOf(mine), blocksOf(theirs))
    .map(({ html }) => html)
    .join('')
}

/** Merges two edits of recipients. An address that either side removed is removed. */
export const joinRecipients = (base: string[], mine: string[], theirs: string[]): string[] => [
  ...theirs.filter((address) => mine.includes(address) || !base.includes(address)),
  ...mine.filter((address) => !theirs.includes(address) && !base.includes(address)),
]

function blocksOf(html: string): Block[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.childNodes].map((node) => {
    const words = node.textContent ?? ''
    if (node instanceof HTMLElement) return { html: node.outerHTML, key: keyOf(node), words }
    const paragraph = document.createElement('p')
    paragraph.textContent = words
    return { html: paragraph.outerHTML, key: keyOf(paragraph), words }
  })
}

// Returns the HTML of a block with only some attributes. The editor and the server write the other attributes
// differently, so they are not compared.
function keyOf(block: HTMLElement): string {
  const copy = block.ownerDocument.importNode(block, true)
  for (const element of [copy, ...copy.querySelectorAll('*')])
    for (const { name } of [...element.attributes]) if (!telling.includes(name)) element.removeAttribute(name)
  return copy.outerHTML.replaceAll('&nbsp;', ' ')
}

const telling = ['href', 'data-file', 'start']

/**
 * Merges two edits of `base`, block by block. A block that only one side changed takes that change. If both sides
 * changed it, both versions remain, theirs first. If one version starts with the other, only the longer one remains.
 * Two additions to the same paragraph are joined.
 */
export function joinBlocks(base: Block[], mine: Block[], theirs: Block[]): Block[] {
  const [own, other] = [changesOf(base, mine), changesOf(base, theirs)]
  const joined: Block[] = []
  for (let at = 0; at <= base.length; at += 1) {
    joined.push(...both(other.inserted[at], own.inserted[at]))
    if (at === base.length) break
    const kept = other.kept[at] && own.kept[at]
    if (kept) joined.push(kept)
    else joined.push(...bothAfter(base[at]!, other.replaced[at], own.replaced[at]))
  }
  return joined
}

// Compares `text` with `base`. For each block of `base`, returns the block if it is unchanged, the new blocks before
// it, and the blocks that replace it.
function changesOf(base: Block[], text: Block[]) {
  const kept: (Block | undefined)[] = []
  const inserted: (Block[] | undefined)[] = []
  const replaced: (Block[] | undefined)[] = []
  let [at, from, removedAt] = [0, 0, -1]
  for (const { added, removed, value } of diffArrays(base, text, { comparator: isSame })) {
    if (removed) {
      removedAt = at
      at += value.length
    } else if (added) {
      if (removedAt >= 0) replaced[removedAt] = value
      else inserted[at] = value
      from += value.length
      removedAt = -1
    } else {
      for (const block of text.slice(from, from + value.length)) kept[at++] = block
      from += value.length
      removedAt = -1
    }
  }
  return { kept, inserted, replaced }
}

const isSame = (one: Block, other: Block) => one.key === other.key

const goesOn = (longer: Block, shorter: Block) => longer.words.startsWith(shorter.words)

function bothAfter(base: Block, theirs: Block[] = [], mine: Block[] = []): Block[] {
  const tails = joinTails(base, theirs[0], mine[0])
  return tails ? [tails, ...both(theirs.slice(1), mine.slice(1))] : both(theirs, mine)
}

const end = '</p>'

function joinTails(base: Block, theirs: Block | undefined, mine: Block | undefined): Block | null {
  if (!theirs || !mine || !base.words.trim() || goesOn(mine, theirs) || goesOn(theirs, mine)) return null
  const start = base.html.slice(0, -end.length)
  const hasTail = ({ html }: Block) =>
    html.startsWith(start) && html.endsWith(end) && /^(\s|&nbsp;|<br)/.test(html.slice(start.length))
  if (!base.html.endsWith(end) || !hasTail(theirs) || !hasTail(mine)) return null
  const html = theirs.html.slice(0, -end.length) + mine.html.slice(start.length)
  return { html, key: html, words: theirs.words + mine.words.slice(base.words.length) }
}

function both(theirs: Block[] = [], mine: Block[] = []): Block[] {
  const left = theirs.filter((block) => !mine.some((own) => goesOn(own, block)))
  return [...left, ...mine.filter((own) => !left.some((block) => goesOn(block, own)))]
}
