import { addressesIn, type InText, type TextFile } from '#server/knowledge-base/imports/read-text.ts'
import type { ForeignGuide, ForeignRedirect, ForeignText } from './foreign-text.ts'

export const fileOf = ({ html }: ForeignText): TextFile => ({
  frontMatter: null,
  title: null,
  body: html ?? '',
  isMarkdown: false,
})

export type Guide = Pick<ForeignGuide, 'places'> & {
  redirects: ForeignRedirect[]
  /** Lists of the file that are of no kind that is taken, with how long each is. */
  others: Map<string, number>
  texts: Map<string, ForeignText>
  inText: WeakMap<ForeignText, InText>
}

/** A heading by the id that it had, in the text of the language from which it is led to, else in the first. */
export function anchorIn(guide: Guide, wanted: { thing: string; anchor: string; locale: string }): string | null {
  const texts = [...guide.texts.values()].filter(({ thing }) => thing === wanted.thing)
  const text = texts.find(({ locale }) => locale === wanted.locale) ?? texts[0]
  return text ? headingAt(lookInto(guide, text), wanted.anchor) : null
}

/** An id that nothing has may be made of the words of a heading, as anchors are here. */
const headingAt = ({ anchors, headings }: InText, anchor: string): string | null =>
  anchors.get(anchor) ?? (headings.has(anchor) ? anchor : null)

/** Texts are read once in a turn, however many lead to them. */
export function lookInto({ inText }: Guide, text: ForeignText): InText {
  const known = inText.get(text) ?? addressesIn(fileOf(text))
  inText.set(text, known)
  return known
}
