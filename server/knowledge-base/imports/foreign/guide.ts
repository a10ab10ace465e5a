import { addressesIn, type InText, type TextFile } from '#server/knowledge-base/imports/read-text.ts'
import type { ForeignGuide, ForeignRedirect, ForeignText } from './foreign-text.ts'

export const fileOf = ({ html }: ForeignText): TextFile => ({
  frontMatter: null,
  title: null,
  body: html ?? '',
  isMarkdown: false,
})

export type ParsedGuide = Pick<ForeignGuide, 'places'> & {
  redirects: ForeignRedirect[]
  others: Map<string, number>
  texts: Map<string, ForeignText>
  inText: WeakMap<ForeignText, InText>
}

/** In the text of the linking language, or else in the first. */
export function anchorIn(guide: ParsedGuide, wanted: { thing: string; anchor: string; locale: string }): string | null {
  const texts = [...guide.texts.values()].filter(({ thing }) => thing === wanted.thing)
  const text = texts.find(({ locale }) => locale === wanted.locale) ?? texts[0]
  return text ? headingAt(inspect(guide, text), wanted.anchor) : null
}

/** Unknown ids may be slugs of a heading, like anchors here. */
const headingAt = ({ anchors, headings }: InText, anchor: string): string | null =>
  anchors.get(anchor) ?? (headings.has(anchor) ? anchor : null)

/** Texts are parsed once per run, however many link to them. */
export function inspect({ inText }: ParsedGuide, text: ForeignText): InText {
  const known = inText.get(text) ?? addressesIn(fileOf(text))
  inText.set(text, known)
  return known
}
