import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { plainUrlResolver, type UrlResolver } from '#server/writing/documents/render/addresses.ts'
import { fromHtml, type ReadSource } from './from-html.ts'

/** Maximum characters of a Markdown text. The slowest text of this length takes about a second. */
const mostCharacters = 500_000

export function fromMarkdown(text: string, urlResolver: UrlResolver = plainUrlResolver): ReadSource {
  const taken = text.slice(0, mostCharacters)
  const read = fromHtml(parser.render(taken), urlResolver)
  return { ...read, isCut: read.isCut || taken.length < text.length }
}

export function splitFrontMatter(text: string): { frontMatter: string | null; markdown: string } {
  const found = /^\ufeff?---[ \t]*\r?\n(?:([\s\S]{0,65536}?)\r?\n)??---[ \t]*(?:\r?\n|$)/.exec(text)
  return found
    ? { frontMatter: found[1] ?? '', markdown: text.slice(found[0].length) }
    : { frontMatter: null, markdown: text }
}

const parser = newParser()

function newParser() {
  const markdown = new MarkdownIt({ html: true, linkify: true })
  // Accepts every URL, because URLs are checked when the resulting HTML is read.
  markdown.validateLink = () => true
  markdown.normalizeLink = (address) => address
  markdown.normalizeLinkText = (address) => address
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  for (const scheme of ['ftp:', '//']) markdown.linkify.add(scheme, null as never)
  // Runs while Markdown escapes are still marked, so that an escaped task box or callout sign such as `\[x]` stays
  // text.
  markdown.core.ruler.after('inline', 'signs', ({ tokens }) => void tokens.forEach(readSigns))
  const code = (tokens: Token[], index: number) => writeCode(tokens[index]!)
  Object.assign(markdown.renderer.rules, { fence: code, code_block: code })
  markdown.renderer.rules.image = (tokens, index, options, env, renderer) =>
    writeImage(tokens[index]!, renderer.renderInlineAsText(tokens[index]!.children ?? [], options, env))
  return markdown
}

function writeCode({ info, content }: Token): string {
  const language = /^\S+/.exec(info)?.[0] ?? ''
  const name = language ? ` class="language-${escapeHtml(language)}"` : ''
  return `<pre tabindex="0"><code${name}>${escapeHtml(content.replace(/\n$/, ''))}</code></pre>`
}

function writeImage(token: Token, alt: string): string {
  const image = `<img src="${escapeHtml(String(token.attrGet('src') ?? ''))}" alt="${escapeHtml(alt)}">`
  const title = token.attrGet('title')
  return title ? `<figure>${image}<figcaption>${escapeHtml(String(title))}</figcaption></figure>` : image
}

function readSigns(token: Token, index: number, tokens: Token[]): void {
  const [first] = token.children ?? []
  if (token.type !== 'inline' || first?.type !== 'text' || tokens[index - 1]?.type !== 'paragraph_open') return
  const around = tokens[index - 2]
  if (around?.type === 'list_item_open') markTask(around, first)
  if (around?.type === 'blockquote_open') markCallout(around, token, tokens.slice(index))
}

function markTask(item: Token, words: Token): void {
  const [sign, mark] = /^\[([ xX])\](?: |$)/.exec(words.content) ?? []
  if (!sign) return
  words.content = words.content.slice(sign.length)
  item.attrSet('data-type', 'taskItem')
  item.attrSet('data-checked', String(mark !== ' '))
}

const kinds: Record<string, string> = {
  NOTE: 'note',
  IMPORTANT: 'note',
  TIP: 'tip',
  WARNING: 'warning',
  CAUTION: 'warning',
}

function markCallout(quote: Token, line: Token, following: Token[]): void {
  const children = line.children!
  const kind = kinds[/^\[!([A-Z]{3,9})\]$/.exec(children[0]!.content.trim())?.[1] ?? '']
  if (!kind || (children[1] && children[1].type !== 'softbreak')) return
  line.children = children.slice(2)
  quote.tag = 'div'
  quote.attrSet('class', `callout callout-${kind}`)
  const end = following.find(({ type, level }) => type === 'blockquote_close' && level === quote.level)
  if (end) end.tag = 'div'
}
