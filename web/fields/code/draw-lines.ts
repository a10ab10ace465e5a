/** A part of a line with the classes of its colour. */
type Piece = { text: string; look: string }
export type Line = Piece[]

const textOf = (line: Line) => line.map(({ text }) => text).join('')
const isSame = (one: Line | undefined, other: Line | undefined) =>
  one === other ||
  (one?.length === other?.length &&
    one!.every(({ text, look }, index) => text === other![index]!.text && look === other![index]!.look))

/** The lines of a text. Lines before and after an edit keep their colours until the new ones are known. */
export function plainLines(text: string, before: Line[]): Line[] {
  const lines = text.split('\n')
  const known = before.map(textOf)
  const { head, tail } = sameEnds(known, lines, (one, other) => one === other)
  return lines.map((line, index) => {
    if (index < head) return before[index]!
    if (index >= lines.length - tail) return before[before.length - lines.length + index]!
    return [{ text: line, look: '' }]
  })
}

/** Updates only the lines that differ, each as an element. */
export function drawLines(frame: HTMLElement, before: Line[], after: Line[]): Line[] {
  const { head, tail } = sameEnds(before, after, isSame)
  for (let left = before.length - tail - head; left > 0; left -= 1) frame.children[head]!.remove()
  const added = after.slice(head, after.length - tail).map(drawLine)
  const next = frame.children[head]
  if (next) next.before(...added)
  else frame.append(...added)
  return after
}

function drawLine(line: Line): HTMLElement {
  const element = document.createElement('div')
  const pieces = line.map(({ text, look }) => {
    if (look === '') return text
    const piece = document.createElement('span')
    piece.className = look
    piece.textContent = text
    return piece
  })
  element.append(...pieces)
  return element
}

/** How many items are equal at the beginning and at the end. */
function sameEnds<One>(before: One[], after: One[], isEqual: (one: One, other: One) => boolean) {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isEqual(before[head]!, after[head]!)) head += 1
  let tail = 0
  while (tail < most - head && isEqual(before[before.length - 1 - tail]!, after[after.length - 1 - tail]!)) tail += 1
  return { head, tail }
}
