type List = { isOrdered: boolean; entries: number }

const MAX_HREF = 500

/** Collects text line by line, with what HTML means for it: white space, quotation marks, bullets, table cells. */
export function createTextWriter() {
  const lines: string[] = []
  const lists: List[] = []
  const links: { href: string; text: string[] }[] = []
  let line = createLine()
  let marker = ''
  let quoteDepth = 0
  let lastQuoteDepth = 0
  let preformatted = 0
  let wantsGap = false
  let wantsCell = false

  function append(text: string) {
    if (wantsCell && line.hasWords) line.add(' | ')
    wantsCell = false
    line.add(text)
    links.at(-1)?.text.push(text)
  }

  function endLine() {
    if (line.hasWords) {
      pushLine(marker + (preformatted ? line.read().trimEnd() : line.read().trim()))
      marker = ''
    }
    line = createLine()
    wantsCell = false
  }

  function pushLine(text: string) {
    if (wantsGap && lines.length) lines.push('>'.repeat(Math.min(quoteDepth, lastQuoteDepth)))
    lines.push((quoteDepth ? `${'>'.repeat(quoteDepth)} ` : '') + text)
    wantsGap = false
    lastQuoteDepth = quoteDepth
  }

  function breakLine() {
    if (line.hasWords) endLine()
    else wantsGap = lines.length > 0
  }

  function writeWords(text: string) {
    const words = text.replace(/\u00ad|\u034f|\u200b|\u2060|\ufeff|(?<=^|\s)\u200c/g, '').replace(/\s+/g, ' ')
    const shown = line.endsInSpace ? words.replace(/^ /, '') : words
    if (shown) append(shown)
  }

  function writePreformatted(text: string) {
    const [first, ...rest] = text.split(/\r?\n/)
    append(first!)
    for (const next of rest) {
      breakLine()
      append(next)
    }
  }

  return {
    write: (text: string) => (preformatted ? writePreformatted(text) : writeWords(text)),
    endLine,
    breakLine,
    endParagraph() {
      endLine()
      wantsGap = wantsGap || (lines.length > 0 && !lists.length)
    },
    endCell() {
      wantsCell = true
    },
    openQuote: () => quoteDepth++,
    closeQuote: () => quoteDepth--,
    openPreformatted: () => preformatted++,
    closePreformatted: () => preformatted--,
    openList: (isOrdered: boolean) => lists.push({ isOrdered, entries: 0 }),
    closeList: () => lists.pop(),
    startListEntry() {
      const list = lists.at(-1) ?? { isOrdered: false, entries: 0 }
      list.entries++
      marker = `${'  '.repeat(Math.max(0, Math.min(lists.length, 8) - 1))}${list.isOrdered ? `${list.entries}.` : '-'} `
    },
    openLink: (href: string) => links.push({ href: href.trim(), text: [] }),
    closeLink() {
      const link = links.pop()
      if (link && isWorthShowing(link.href, link.text.join(''))) append(` (${link.href.replace(/^mailto:/i, '')})`)
    },
    finish() {
      endLine()
      return lines.join('\n').trim()
    },
  }
}

/** Keeps its pieces apart: asking a growing string for its end would copy it at every word. */
function createLine() {
  const pieces: string[] = []
  return {
    hasWords: false,
    endsInSpace: true,
    add(text: string) {
      pieces.push(text)
      this.hasWords = this.hasWords || text.trim() !== ''
      this.endsInSpace = text.endsWith(' ')
    },
    read: () => pieces.join(''),
  }
}

function isWorthShowing(href: string, text: string): boolean {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) || href.length > MAX_HREF) return false
  const bare = href.replace(/^mailto:/i, '').replace(/\/$/, '')
  const words = text.trim()
  return words !== '' && words.length < 10_000 && !words.includes(bare) && !bare.endsWith(words)
}
