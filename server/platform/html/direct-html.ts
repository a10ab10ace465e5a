import { baseDirection, type Direction, hasRightToLeft } from '#contract/letters/base-direction.ts'
import { walkHtml } from './walk-html.ts'

const blocks = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote div td th dl dt dd details summary figcaption'.split(' '),
)
// Classes of tables and columns. Their direction never depends on the text in them, so that the order of columns stays
// the same.
const inOrder = /(?:^|\s)(?:table|columns)(?:\s|$)/

type Open = { at: number | null; isBlock: boolean; direction: Direction | null }

/**
 * If `html` contains right-to-left text, adds `dir` to block elements whose direction differs from the element around
 * them. `html` must be sanitised.
 */
export function directHtml(html: string): string {
  if (!hasRightToLeft(html)) return html
  const said: { at: number; direction: Direction }[] = []
  const open: Open[] = []

  function direct(direction: Direction) {
    const known = open.findLastIndex((one) => one.isBlock && one.direction !== null)
    let around = open[known]?.direction ?? null
    for (const one of open.slice(known + 1)) {
      if (!one.isBlock) continue
      if (direction !== around && one.at !== null) said.push({ at: one.at, direction })
      one.direction = direction
      around = direction
    }
  }

  walkHtml(html, {
    open({ name, attributes: { dir, class: classes = '' }, end }) {
      const isBlock = dir !== undefined || (blocks.has(name) && !inOrder.test(classes))
      const direction = dir === 'ltr' || dir === 'rtl' ? dir : null
      open.push({ at: isBlock && dir === undefined ? end - 1 : null, isBlock, direction })
    },
    text(text) {
      const direction = baseDirection(text)
      if (direction) direct(direction)
    },
    close: () => void open.pop(),
  })
  return insertAll(html, said)
}

function insertAll(html: string, said: { at: number; direction: Direction }[]): string {
  let done = 0
  const pieces = said
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, direction }) => {
      const piece = `${html.slice(done, at)} dir="${direction}"`
      done = at
      return piece
    })
  return pieces.join('') + html.slice(done)
}
