import type { CalloutKind } from '#contract/writing/document.ts'
import type { HtmlElement } from './html-tree.ts'

/** Class names that mean a callout. */
const boxes = new Set(['callout', 'admonition', 'alert', 'hint', 'infobox', 'note', 'notice', 'tip', 'warning'])
/** Class names that mean a callout only with a kind, as in `panel-warning`. */
const frames = new Set(['panel', 'message', 'box', 'block', 'banner', 'fd'])

const words: Record<string, CalloutKind> = {
  ...{
    warning: 'warning',
    warn: 'warning',
    danger: 'warning',
    caution: 'warning',
    error: 'warning',
    attention: 'warning',
  },
  ...{
    critical: 'warning',
    important: 'warning',
    alert: 'warning',
    red: 'warning',
    yellow: 'warning',
    orange: 'warning',
  },
  ...{ tip: 'tip', success: 'tip', idea: 'tip', hint: 'tip', green: 'tip', check: 'tip' },
  ...{ note: 'note', info: 'note', information: 'note', notice: 'note', blue: 'note', grey: 'note', gray: 'note' },
}

/** The callout kind of an element: `callout--warning`, `note-info`, `callout-yellow`, `alert danger`. */
export function boxOf({ attributes: { class: given = '' } }: HtmlElement): CalloutKind | null {
  const tokens = given
    .toLowerCase()
    .split(/\s+/, 20)
    .filter(Boolean)
    .map((token) => token.split(/[-_]+/, 6).filter(Boolean))
  const named = tokens.find(([first = '', ...rest]) => (boxes.has(first) || frames.has(first)) && kindIn(rest))
  if (named) return kindIn(named.slice(1))!
  // Some programs add a prefix, as in `intercom-interblocks-callout`.
  if (tokens.some((token) => token.length > 1 && token.at(-1) === 'callout')) return kindBeside(tokens) ?? 'note'
  const [box] = tokens.find(([first = '', ...rest]) => boxes.has(first) && rest.length === 0) ?? []
  return box ? (kindBeside(tokens) ?? words[box] ?? 'note') : null
}

const kindIn = (parts: string[]) => parts.map((part) => words[part]).find(Boolean)

const kindBeside = (tokens: string[][]) =>
  tokens.flatMap((token) => (token.length === 1 && !boxes.has(token[0]!) ? (words[token[0]!] ?? []) : []))[0]
