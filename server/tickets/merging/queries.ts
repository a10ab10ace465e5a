import { type Selectable, sql } from 'kysely'
import type { TicketMerges } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { MessageState } from '#server/tickets/conversation/messages/join-conversations.ts'
import type { MergedFields } from './join-fields.ts'

type Values = { sourceBefore: MergedFields; sourceAfter: MergedFields } & Record<
  'targetBefore' | 'targetAfter',
  MergedFields
>
export type Merge = Omit<Selectable<TicketMerges>, keyof Values | 'workspaceId'> & Values

const json = ['sourceBefore', 'sourceAfter', 'targetBefore', 'targetAfter'] as const

export const insertMerge = (
  tx: WorkspaceTx,
  { sourceBefore, sourceAfter, targetBefore, targetAfter, ...merge }: Omit<Merge, 'mergedAt'>,
) =>
  tx
    .insertInto('ticketMerges')
    .values({
      ...merge,
      ...{ sourceBefore: JSON.stringify(sourceBefore), sourceAfter: JSON.stringify(sourceAfter) },
      ...{ targetBefore: JSON.stringify(targetBefore), targetAfter: JSON.stringify(targetAfter) },
    })
    .execute()

/** Lists and locks the merges into a ticket, first merge first. Call this with the ticket locked. */
export const listMerges = (tx: WorkspaceTx, intoId: string) =>
  tx
    .selectFrom('ticketMerges')
    .select([
      'ticketId',
      'intoId',
      'broughtTags',
      'addedTags',
      'broughtCopies',
      'addedCopies',
      'broughtFollowers',
      'addedFollowers',
      'noteId',
      'mergedAt',
    ])
    .select(json.map((name) => sql<MergedFields>`${sql.ref(name)}`.as(name)))
    .where('intoId', '=', intoId)
    .orderBy('mergedAt')
    .orderBy('ticketId')
    // A merge of customers changes the people of merges without a lock of the ticket.
    .forUpdate()
    .execute() as Promise<Merge[]>

const selectPeople = (tx: WorkspaceTx) =>
  tx
    .selectFrom('ticketMerges')
    .select(['ticketId', 'intoId', 'mergedAt', 'broughtCopies', 'addedCopies'])
    .orderBy('ticketId')
    .forUpdate()

export const lockMergesInto = (tx: WorkspaceTx, intoIds: string[]) =>
  selectPeople(tx).where(sql<boolean>`into_id = any(${intoIds}::uuid[])`).execute()

export const lockMerges = (tx: WorkspaceTx, ticketIds: string[]) =>
  selectPeople(tx).where(sql<boolean>`ticket_id = any(${ticketIds}::uuid[])`).execute()

type MergeChanges = Pick<Merge, 'ticketId'> &
  Partial<
    Pick<
      Merge,
      | ('targetBefore' | 'targetAfter' | 'broughtTags' | 'addedTags')
      | ('broughtCopies' | 'addedCopies' | 'addedFollowers')
    >
  >

export const updateMerge = (tx: WorkspaceTx, { ticketId, targetBefore, targetAfter, ...added }: MergeChanges) =>
  tx
    .updateTable('ticketMerges')
    .set({
      ...added,
      ...(targetBefore && { targetBefore: JSON.stringify(targetBefore) }),
      ...(targetAfter && { targetAfter: JSON.stringify(targetAfter) }),
    })
    .where('ticketId', '=', ticketId)
    .execute()

/** Returns when a member first replied on a ticket after a time. */
export async function findFirstReply(tx: WorkspaceTx, ticketId: string, after: string): Promise<string | null> {
  const row = await tx
    .selectFrom('messages')
    .select('sentAt')
    .where('ticketId', '=', ticketId)
    .where('kind', '=', 'reply')
    .where('authorType', '=', 'agent')
    .where('sentAt', '>', after)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.sentAt ?? null
}

export const deleteMerge = (tx: WorkspaceTx, ticketId: string) =>
  tx.deleteFrom('ticketMerges').where('ticketId', '=', ticketId).execute()

export const listMergedRows = (tx: WorkspaceTx, ids: string[]) =>
  tx
    .selectFrom('ticketMerges')
    .select(['ticketId', 'intoId', 'mergedAt'])
    .where('ticketId', 'in', ids)
    .orderBy('mergedAt')
    .orderBy('ticketId')
    .execute()

type Split = {
  ticketId: string
  fromId: string
  messages: Pick<MessageState, 'id' | 'ticketId' | 'seq' | 'kind' | 'flags' | 'waitsAs'>[]
  sourceBefore: MergedFields
  sourceAfter: MergedFields
}

export const insertSplit = (tx: WorkspaceTx, { messages, sourceBefore, sourceAfter, ...split }: Split) =>
  tx
    .insertInto('ticketSplits')
    .values({
      ...split,
      ...{ messages: JSON.stringify(messages), sourceBefore: JSON.stringify(sourceBefore) },
      sourceAfter: JSON.stringify(sourceAfter),
    })
    .execute()

export const findSplit = (tx: WorkspaceTx, ticketId: string): Promise<Split | undefined> =>
  tx
    .selectFrom('ticketSplits')
    .select(['ticketId', 'fromId', sql<Split['messages']>`messages`.as('messages')])
    .select([sql<MergedFields>`source_before`.as('sourceBefore'), sql<MergedFields>`source_after`.as('sourceAfter')])
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
