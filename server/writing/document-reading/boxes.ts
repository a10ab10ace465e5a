import { type CalloutKind, calloutKinds } from '#contract/writing/document.ts'
import type { HtmlElement } from './html-tree.ts'

/** Class names that mark a callout even without a kind. */
const boxes = new Set(['callout', 'admonition', 'alert', 'hint', 'infobox', 'note', 'notice', 'tip', 'warning'])
/** Class names that mark a callout only together with a kind, as in `panel-warning`. */
const frames = new Set(['panel', 'message', 'box', 'block', 'banner', 'fd'])

const kindWords: Record<CalloutKind, string> = {
  warning: 'warning warn danger caution error attention critical important alert red yellow orange',
  tip: 'tip success idea hint green check',
  note: 'note info information notice blue grey gray',
}
const kindOf = new Map(calloutKinds.flatMap((kind) => kindWords[kind].split(' ').map((word) => [word, kind] as const)))

/**
 * Returns the callout kind of an element from its class names, such as `callout--warning`, `note-info` or `alert
 * danger`. Returns null if the element is no callout.
 */
export function boxOf({ attributes: { class: given = '' } }: HtmlElement): CalloutKind | null {
  const tokens = given
    .toLowerCase()
    .split(/\s+/, 20)
    .filter(Boolean)
    .map((token) => token.split(/[-_]+/, 6).filter(Boolean))
  const named = tokens.find(([first = '', ...rest]) => (boxes.has(first) || frames.has(first)) && kindIn(rest))
  if (named) return kindIn(named.slice(1))!
  // Some programs write a prefix before `callout`, as in `intercom-interblocks-callout`.
  if (tokens.some((token) => token.length > 1 && token.at(-1) === 'callout')) return kindBeside(tokens) ?? 'note'
  const [box] = tokens.find(([first = '', ...rest]) => boxes.has(first) && rest.length === 0) ?? []
  return box ? (kindBeside(tokens) ?? kindOf.get(box) ?? 'note') : null
}

const kindIn = (parts: string[]) => parts.map((part) => kindOf.get(part)).find(Boolean)

const kindBeside = (tokens: string[][]) =>
  tokens.flatMap((token) => (token.length === 1 && !boxes.has(token[0]!) ? (kindOf.get(token[0]!) ?? []) : []))[0]
