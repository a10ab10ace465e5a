import type { FoundWorkspace } from '#server/workspace/settings/find-workspace.ts'
import { cardAddress, hashOfCard } from './card-addresses.ts'
import { type CardWords, cardSize, largeWordsOf } from './draw-card.ts'

type Look = Pick<FoundWorkspace, 'name' | 'accentColor'>
type Titled = { id: string; language: string; title: string }

/** The product's own, where a workspace chose none. */
const usualAccent = '#0b6a79'

export const cardWordsOf = ({ name, accentColor }: Look, title: string): CardWords => ({
  title,
  name,
  accent: accentColor ?? usualAccent,
})

/** Where the card of an article is that everybody may read; null where nothing of it can be written. */
export async function findDrawnCard(look: Look, { id, language, title }: Titled) {
  const words = cardWordsOf(look, title)
  const alt = await largeWordsOf(words)
  return alt && { path: cardAddress({ articleId: id, language, hash: hashOfCard(words) }), alt, ...cardSize }
}
