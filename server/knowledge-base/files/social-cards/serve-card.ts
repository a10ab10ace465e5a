import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { findTitle } from '#server/knowledge-base/files/queries.ts'
import { takeTurns } from '#server/platform/process/take-turns.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isKnownTo, readAsCountedVisitor } from '#server/workspace/readers/find-reader.ts'
import { findWorkspaceByDomain } from '#server/workspace/settings/find-workspace.ts'
import { type CardAddress, cardAddress, cardWordsOf, hashOfCard, readCardName } from './card-addresses.ts'
import { type CardWords, drawCard } from './draw-card.ts'

const kept = new LRUCache<string, Promise<Buffer | null>>({ max: 1000 })
const inTurn = takeTurns({ atOnce: 1, mostWaiting: 20 })

/** Sends the preview picture of an article, also of an unlisted article. */
export async function serveCard(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) {
  const address = readCardName(request.params.name)
  const found = address && request.productHost.kind === 'workspace' ? await findWords(request, address) : null
  if (!address || !found) throw new Refusal('file-not-found')
  const hash = hashOfCard(found.words)
  // After a change of the title, name, colour or design, the old URL redirects to the new one.
  if (hash !== address.hash)
    return reply.header('Cache-Control', 'no-store').redirect(cardAddress({ ...address, hash }), 302)
  const etag = `"${hash}"`
  reply.header('ETag', etag).header('Cache-Control', 'public, max-age=31536000, s-maxage=300, immutable')
  reply.header('Content-Security-Policy', "default-src 'none'; sandbox").header('X-Robots-Tag', 'noindex')
  if (isKnownTo(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const card = await drawOnce(found.workspaceId, found.words, hash)
  if (!card) throw new Refusal('file-not-found')
  return reply.header('Content-Disposition', 'inline').type('image/png').send(card)
}

const findWords = (request: FastifyRequest, { articleId, language }: CardAddress) =>
  readAsCountedVisitor(request, async (tx, reader) => {
    const title = await findTitle(tx, reader, articleId, language)
    const workspace = await findWorkspaceByDomain(tx, request.productHost.label!)
    return title !== undefined && workspace
      ? { workspaceId: tx.workspaceId, words: cardWordsOf(workspace, title) }
      : null
  })

function drawOnce(workspaceId: string, words: CardWords, hash: string): Promise<Buffer | null> {
  const key = `${workspaceId} ${hash}`
  const known = kept.get(key)
  if (known) return known
  const drawn = inTurn(workspaceId, () => drawCard(words))
  kept.set(key, drawn)
  drawn.catch(() => kept.delete(key))
  return drawn
}
