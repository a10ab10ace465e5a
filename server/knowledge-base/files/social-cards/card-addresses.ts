import { createHash } from 'node:crypto'
import { uuidPattern } from '#contract/uuid.ts'
import type { FoundWorkspace } from '#server/workspace/settings/find-workspace.ts'
import { type CardWords, cardSize, largeWordsOf, lookOfCards } from './draw-card.ts'

// URLs on the workspace host that change with the content of the card. Access is checked on each request.

export type CardAddress = { articleId: string; language: string; hash: string }

export const hashOfCard = ({ title, name, accent }: CardWords) =>
  createHash('sha256')
    .update(JSON.stringify([lookOfCards, title, name, accent]))
    .digest('hex')
    .slice(0, 20)

export const cardAddress = ({ articleId, language, hash }: CardAddress) =>
  `/knowledgebase/cards/${articleId}-${language}-${hash}.png`

const form = new RegExp(`^(${uuidPattern})-([a-z]{2,3}(?:-[A-Za-z\\d]{2,8})*)-([\\da-f]{20})\\.png$`)

export function readCardName(name: string): CardAddress | null {
  const [, articleId, language, hash] = form.exec(name) ?? []
  return articleId && language && hash ? { articleId, language, hash } : null
}

type CardStyle = Pick<FoundWorkspace, 'name' | 'accentColor'>

const usualAccent = '#0b6a79'

export const cardWordsOf = ({ name, accentColor }: CardStyle, title: string): CardWords => ({
  title,
  name,
  accent: accentColor ?? usualAccent,
})

export async function findDrawnCard(look: CardStyle, article: { id: string; language: string; title: string }) {
  const { id, language, title } = article
  const words = cardWordsOf(look, title)
  const alt = await largeWordsOf(words)
  return alt && { path: cardAddress({ articleId: id, language, hash: hashOfCard(words) }), alt, ...cardSize }
}
