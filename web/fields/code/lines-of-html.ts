import type { Line } from './draw-lines.ts'

const parts = /<span class="([^"]*)">|<\/span>|\n|[^<\n]+/g
const letters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const read = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (written) => letters[written]!)

/**
 * Splits the output of highlight.js into lines of text with classes. A token over several lines has its classes in
 * each.
 */
export function linesOfHtml(html: string): Line[] {
  const lines: Line[] = [[]]
  const open: string[] = []
  for (const [part, look] of html.matchAll(parts)) {
    if (look !== undefined) open.push(look)
    else if (part === '</span>') open.pop()
    else if (part === '\n') lines.push([])
    else lines.at(-1)!.push({ text: read(part), look: open.join(' ') })
  }
  return lines
}
