/**
 * Replaces style attributes of sanitized HTML by classes, because the customer area allows no style attributes. Hides
 * pictures without alternative text from screen readers. Makes tables scrollable by keyboard.
 */
export const portalHtml = (cleanHtml: string) =>
  cleanHtml.replace(/<[a-z][^>]*>/gi, (tag) => reachable(tag.replace(/ style="([^"]*)"/i, classesFor)))

function classesFor(_: string, style: string) {
  const kept = classes.filter(([pattern]) => pattern.test(style)).map(([, name]) => name)
  return kept.length > 0 ? ` class="${kept.join(' ')}"` : ''
}

const classes: [RegExp, string][] = [
  [/white-space:\s*pre/, 'whitespace-pre-wrap'],
  [/font-weight:\s*(bold|[6-9]00)/, 'font-semibold'],
  [/font-style:\s*italic/, 'italic'],
  [/text-decoration:[^;]*line-through/, 'line-through'],
  [/text-decoration:[^;]*underline/, 'underline'],
]

const reachable = (tag: string) =>
  /^<img(?!.* alt=)/is.test(tag)
    ? tag.replace(/^<img/i, '<img alt=""')
    : tag.replace(/^<table(?=[\s>])/i, '<table tabindex="0"')
