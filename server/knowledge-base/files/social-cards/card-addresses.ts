import { createHash } from 'node:crypto'
import { uuidPattern } from '#contract/uuid.ts'
import { type CardWords, lookOfCards } from './draw-card.ts'

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
