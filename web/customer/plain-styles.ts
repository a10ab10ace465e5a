/**
 * Takes the style attributes of a message's HTML away, because the pages for customers allow none. Kept is what
 * carries meaning: line breaks of plain text, and what was struck out.
 */
export const plainStyles = (cleanHtml: string) =>
  cleanHtml.replace(/<[a-z][^>]*>/gi, (tag) =>
    tag.replace(/ style="([^"]*)"/i, (_, style: string) => {
      const kept = classes.filter(([pattern]) => pattern.test(style)).map(([, name]) => name)
      return kept.length > 0 ? ` class="${kept.join(' ')}"` : ''
    }),
  )

const classes: [RegExp, string][] = [
  [/white-space:\s*pre/, 'whitespace-pre-wrap'],
  [/font-weight:\s*(bold|[6-9]00)/, 'font-semibold'],
  [/font-style:\s*italic/, 'italic'],
  [/text-decoration:[^;]*line-through/, 'line-through'],
  [/text-decoration:[^;]*underline/, 'underline'],
]
