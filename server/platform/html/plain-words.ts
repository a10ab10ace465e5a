const fence = /^[ \t]*(?:`{3,}|~{3,})[^\n`]*$/gm
const tableRule = /^[ \t]*\|?(?:[ \t]*:?-{3,}:?[ \t]*\|)+(?:[ \t]*:?-{3,}:?)?[ \t]*$/gm
const lineMark = /^[ \t]*(?:(?:#{1,6}|>+|[-*+]|\d{1,4}[.)] \[[ xX]\]|[-*+] \[[ xX]\]|\[[ xX]\])[ \t]+)+/gm
const rule = /^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$/gm
const pipe = /^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$|[ \t]+\|(?:[ \t]*\|)*[ \t]+/gm
const comment = /<!--[\s\S]{0,500}?-->/g
const tag =
  /<\/?(a|abbr|b|blockquote|br|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|pre|s|section|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video)(?:[\s/][^<>]{0,500})?>/gi
const inline = /^(?:a|abbr|b|code|del|em|font|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)$/i
const link = /!?\[([^\][\n]{0,300})\]\([^()\s]{1,500}(?: "[^"\n]{0,200}")?\)/g
const code = /(`{1,2})([^`\n]{1,300})\1/g
const strong = /(\*\*|~~)(?=\S)([^*~\n]{0,300}?\S)\1/g
const emphasis = /(?<![\p{L}\p{N}*_\\/])([*_])(?=\S)([^*_\n]{0,300}[^\s*_])\1(?![\p{L}\p{N}*_])/gu
const underlined = /(?<![\p{L}\p{N}_])__(?=\S)([^_\n]{1,150} [^_\n]{0,150}\S)__(?![\p{L}\p{N}_])/gu
const entity = /&(nbsp|amp|lt|gt|quot|#39);/g
const letters: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

export function plainWords(text: string): string {
  const words = text
    .replace(comment, ' ')
    .replace(tag, (_, name: string) => (inline.test(name) ? '' : ' '))
    .replace(fence, '')
    .replace(tableRule, '')
    .replace(rule, '')
    .replace(lineMark, '')
    .replace(pipe, (found, at: number, whole: string) => (isBetween(found, at, whole) ? ' · ' : ' '))
    .replace(link, '$1')
    .replace(code, '$2')
    .replace(strong, '$2')
    .replace(underlined, '$1')
    .replace(emphasis, '$2')
    .replace(entity, (_, name: string) => letters[name]!)
  return words.replace(/\s+/g, ' ').trim()
}

const isBetween = (found: string, at: number, whole: string) =>
  at > 0 && whole[at - 1] !== '\n' && at + found.length < whole.length && whole[at + found.length] !== '\n'
