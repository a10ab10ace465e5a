import type { BodyOf } from '#contract/endpoint.ts'
import { type beginDeflection as contract, mostReadListed, mostShown } from '#contract/help/deflections.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Customer } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findCustomerCard } from '#server/workspace/customers/write-customer.ts'
import * as queries from './queries.ts'

type CustomerCall = { tx: WorkspaceTx; caller: Customer }
type DeflectionReport = BodyOf<typeof contract>

const mostOfDay = 20

export async function beginDeflection(call: CustomerCall, said: DeflectionReport) {
  const { tx, caller } = call
  if ((await queries.countToday(tx, caller.id)) >= mostOfDay)
    throw new Refusal('too-many-requests', { retryAfterSeconds: 3600 })
  const findable = await queries.listFindable(tx, caller, said.shown)
  if (findable.length === 0) throw new Refusal('article-not-found')
  const { id } = await queries.insertDeflection(tx, caller.id)
  await changeDeflection(call, id, said)
  return { id }
}

/** Lists the articles that a customer read before a request. */
export async function listReadArticles(tx: WorkspaceTx, customerId: string) {
  if (!(await findCustomerCard(tx, customerId))) throw new Refusal('customer-not-in-workspace')
  return { items: await queries.listReadRows(tx, customerId, mostReadListed), next: null }
}

/** Updates a deflection. Ignores articles that lists and searches do not show to the customer. */
export async function changeDeflection(
  { tx, caller }: CustomerCall,
  id: string,
  { shown, opened, answeredBy }: DeflectionReport,
) {
  const findable = await queries.listFindable(tx, caller, shown)
  const answer = findable.find((article) => article === answeredBy) ?? null
  if (!(await queries.updateDeflection(tx, { id, customerId: caller.id, answeredBy: answer })))
    throw new Refusal('not-found')
  const before = await queries.listShown(tx, id)
  const known = new Set(before)
  const added = findable.filter((article) => !known.has(article)).slice(0, Math.max(0, mostShown - known.size))
  const kept = [...findable.filter((article) => known.has(article)), ...added]
  if (kept.length === 0) return
  const articles = kept.map((articleId) => ({ deflectionId: id, articleId, isOpened: opened.includes(articleId) }))
  await queries.upsertShown(tx, articles)
}

export async function noteSent(tx: WorkspaceTx, { subject, by, ...event }: NewEvent<'ticket.created'>) {
  const { deflectionId } = event.with
  if (deflectionId && by.actor.type === 'customer')
    await queries.updateTicket(tx, deflectionId, { customerId: by.actor.id, ticketId: subject.id })
}

const mostCounted = 100

export async function countDeflections(tx: WorkspaceTx) {
  const [requests, articles] = await Promise.all([queries.countRequests(tx), queries.countByArticle(tx, mostCounted)])
  return {
    requests,
    items: articles.map(({ id, title, ...counts }) => ({ article: { id, title }, ...counts })),
    next: null,
  }
}
