import type { Editor } from '@tiptap/core'

/** What a reader would miss, and where in the text it is; null where it is in its title. */
export type Flaw = { words: string; pos: number | null }
type Lines = Record<'title' | 'metaTitle' | 'metaDescription', string>

/** What search engines show of a title and a description; the rest is cut. */
export const shownOf = { title: 60, description: 155 }
const topLevel = 2

/** Things to look at before an article is published. None of them is a reason not to. */
export function findFlaws({ title, metaTitle, metaDescription }: Lines, doc: Editor['state']['doc']): Flaw[] {
  const flaws: Flaw[] = []
  const add = (pos: number | null, words: string) => flaws.push({ words, pos })
  const shown = metaTitle || title
  if (shown.length > shownOf.title) add(null, `Search engines cut the title after ${shownOf.title} letters`)
  if (metaDescription.length > shownOf.description)
    add(null, `Search engines cut the description after ${shownOf.description} letters`)
  let above = topLevel - 1
  doc.descendants((node, pos) => {
    const { name } = node.type
    if (name === 'picture' && !node.attrs.alt) add(pos, 'A picture has no alternative text')
    if (name !== 'heading') return
    const { level } = node.attrs as { level: number }
    if (node.textContent.trim() === '') add(pos, 'A heading has no words')
    else if (level > above + 1) add(pos, `“${node.textContent}” skips a level of headings`)
    above = level
  })
  if (doc.textContent.trim() === '' && doc.childCount < 2) add(0, 'There is no text yet')
  return flaws
}
