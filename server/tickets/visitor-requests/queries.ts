import { type Insertable, sql } from 'kysely'
import type { VisitorRequests } from '#database/types.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const insertRequest = (tx: WorkspaceTx, request: Insertable<VisitorRequests>) =>
  tx.insertInto('visitorRequests').values(request).returning('id').executeTakeFirstOrThrow()

export const findRequest = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('visitorRequests').select(['customerId', 'purpose']).where('id', '=', id).executeTakeFirst()

export type RequestRow = {
  id: string
  customerId: string
  formId: string
  name: string
  subject: string
  text: string
  /** By the id of the field. */
  customFields: Values
  language: string | null
  ticketId: string | null
}

/** Lists the requests of a customer from the last hour that are no tickets yet, the newest last. */
export const listWaitingRequests = (tx: WorkspaceTx, customerId: string) =>
  tx
    .selectFrom('visitorRequests')
    .select(['id', 'subject'])
    .where('customerId', '=', customerId)
    .where('ticketId', 'is', null)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .orderBy('createdAt')
    .execute()

/** Finds a request, and locks it, so that it becomes one ticket only. */
export const lockRequest = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('visitorRequests')
    .select(['id', 'customerId', 'formId', 'name', 'subject', 'text', 'customFields', 'language', 'ticketId'])
    .where('id', '=', id)
    .$castTo<RequestRow>()
    .forUpdate()
    .executeTakeFirst()

export const noteTicket = (tx: WorkspaceTx, id: string, ticketId: string) =>
  tx.updateTable('visitorRequests').set({ ticketId, text: '' }).where('id', '=', id).execute()

export const deleteRequestsOf = (tx: WorkspaceTx, customerIds: string[]) =>
  tx.deleteFrom('visitorRequests').where('customerId', 'in', customerIds).execute()

export const deleteOldRequests = (tx: WorkspaceTx) =>
  tx.deleteFrom('visitorRequests').where('createdAt', '<', sql<string>`now() - interval '24 hours'`).execute()
