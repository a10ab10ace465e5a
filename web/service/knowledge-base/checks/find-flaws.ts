import type { Editor } from '@tiptap/core'
import { formatBytes } from '#web/lib/words/format.ts'

export type Flaw = { words: string; pos: number | null; article?: string }
export type KnownArticles = { namesakes: { id: string; title: string }[]; sizes: ReadonlyMap<string, number> }

/** The number of letters that search engines show of a title and of a description. */
export const shownOf = { title: 60, description: 155 }
const topLevel = 2
const mostOfPicture = 2_000_000

export function findFlaws(
  { title, metaTitle, metaDescription }: Record<'title' | 'metaTitle' | 'metaDescription', string>,
  doc: Editor['state']['doc'],
  { namesakes, sizes }: KnownArticles,
): Flaw[] {
  const flaws: Flaw[] = []
  const add = (pos: number | null, words: string) => flaws.push({ words, pos })
  const shown = metaTitle || title
  if (shown.length > shownOf.title) add(null, `Search engines cut the title after ${shownOf.title} letters`)
  if (metaDescription.length > shownOf.description)
    add(null, `Search engines cut the description after ${shownOf.description} letters`)
  for (const other of namesakes)
    if (isSame(other.title, title))
      flaws.push({ words: 'Another article has this title', pos: null, article: other.id })
  let above = topLevel - 1
  doc.descendants((node, pos) => {
    const { name } = node.type
    if (name === 'picture' && !node.attrs.alt) add(pos, 'A picture has no alternative text')
    const bytes = name === 'picture' ? (sizes.get(node.attrs.file) ?? 0) : 0
    if (bytes > mostOfPicture) add(pos, `A picture has ${formatBytes(bytes)}: pictures of more than 2 MB load slowly`)
    if (name !== 'heading') return
    const level: number = node.attrs.level
    if (node.textContent.trim() === '') add(pos, 'A heading is empty')
    else if (level > above + 1) add(pos, `“${node.textContent}” skips a heading level`)
    above = level
  })
  if (doc.textContent.trim() === '' && doc.childCount < 2) add(0, 'There is no text yet')
  return flaws
}

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
