import type { FoundWorkspace } from '#server/workspace/settings/find-workspace.ts'
import { cardAddress, hashOfCard } from './card-addresses.ts'
import { type CardWords, cardSize, largeWordsOf } from './draw-card.ts'

type CardStyle = Pick<FoundWorkspace, 'name' | 'accentColor'>
type ArticleTitle = { id: string; language: string; title: string }

const usualAccent = '#0b6a79'

export const cardWordsOf = ({ name, accentColor }: CardStyle, title: string): CardWords => ({
  title,
  name,
  accent: accentColor ?? usualAccent,
})

/** Null if its text cannot be drawn. */
export async function findDrawnCard(look: CardStyle, { id, language, title }: ArticleTitle) {
  const words = cardWordsOf(look, title)
  const alt = await largeWordsOf(words)
  return alt && { path: cardAddress({ articleId: id, language, hash: hashOfCard(words) }), alt, ...cardSize }
}
