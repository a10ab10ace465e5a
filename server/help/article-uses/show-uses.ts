import type { QueryOf } from '#contract/endpoint.ts'
import type { listTicketArticles as ofTicket, listUses as uses } from '#contract/help/article-uses.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { urlOf } from '#server/knowledge-base/articles/shape-article.ts'
import { findRead, isTrashed, type ReadCall } from '#server/knowledge-base/articles/show-article.ts'
import { suggestArticles } from '#server/knowledge-base/search/suggest-articles.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { languageFor } from '#server/workspace/customers/write-customer.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import * as queries from './queries.ts'
import { customerReader } from './show-passage.ts'

const mostOfTicket = 20

export async function listUses(
  { tx }: Pick<ReadCall, 'tx'>,
  articleId: string,
  { cursor, limit, isOlder }: QueryOf<typeof uses>,
) {
  if ((await isTrashed(tx, articleId)) === undefined) throw new Refusal('article-not-found')
  const [rows, counts] = await Promise.all([
    queries.listUses(tx, articleId, { isOlder, after: readCursor(cursor), limit: limit + 1 }),
    queries.countUses(tx, articleId),
  ])
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ ticketId, number, subject, status, customerId, customerName, ...use }) => ({
      ...shapeUse(use),
      ticket: { id: ticketId, number, subject, status },
      customer: { id: customerId, name: shownAddress(customerName) },
    })),
    next: last && rows.length > shown.length ? writeCursor({ key: last.sortKey, id: last.id }) : null,
    counts,
  }
}

const shapeUse = <U extends Pick<queries.UseRow, 'anchor'>>(use: U) => ({ ...use, anchor: use.anchor || null })

/**
 * Lists the articles to which the ticket links, and suggested articles. Without a requested language, suggests articles
 * in the customer's language, or else in the main language.
 */
export async function listTicketArticles(
  call: ReadCall,
  ticketId: string,
  { language: wanted }: QueryOf<typeof ofTicket>,
) {
  const { tx, caller } = call
  await refuseUnseen(tx, ticketId, caller)
  const [used, request] = await Promise.all([listUsed(call, ticketId), queries.findRequest(tx, ticketId)])
  const text = request ? `${request.subject}\n${request.bodyText}` : ''
  const fits = async (language: string) => ({
    fitting: await suggestArticles(call, { text, language, reader: customerReader }),
    language,
  })
  if (wanted) return { used, ...(await fits(wanted)) }
  const [first] = await findLanguages(tx)
  const own = request && (await languageFor(tx, request.requesterId))
  const inOwn = own && own !== first ? await fits(own) : undefined
  return { used, ...(inOwn?.fitting.length ? inOwn : await fits(first!)) }
}

async function listUsed(call: ReadCall, ticketId: string) {
  const { tx } = call
  const rows = await queries.listUsesOfTicket(tx, ticketId, mostOfTicket)
  const [first] = await findLanguages(tx)
  const shown = await Promise.all(
    rows.map(async ({ articleId, ...use }) => {
      const text = await findRead(tx, customerReader, articleId, use.language)
      if (!text) return []
      const { title, slug, language } = text
      return { ...shapeUse(use), article: { id: articleId, title, url: urlOf(call, slug, language, first!) } }
    }),
  )
  return shown.flat()
}
