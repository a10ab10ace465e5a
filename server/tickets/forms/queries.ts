import type { Insertable, Updateable } from 'kysely'
import type { TicketForm } from '#contract/tickets/forms.ts'
import type { TicketForms } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type FormRow = Omit<TicketForm, 'position' | 'defaults'> & { defaults: NonNullable<TicketForm['defaults']> }

/** Lists all forms in their order. Archived forms come last, the latest first. */
export const listFormRows = (tx: WorkspaceTx) =>
  tx
    .selectFrom('ticketForms')
    .select(['id', 'key', 'name', 'description', 'fields', 'defaults', 'isPublic', 'forVisitors', 'archivedAt'])
    .orderBy('archivedAt', (order) => order.desc().nullsFirst())
    .orderBy('position')
    .orderBy('id')
    .$castTo<FormRow>()
    .execute()

/** Locks the forms of a workspace, so that simultaneous changes cannot exceed the limit or use a position twice. */
export const lockForms = (tx: WorkspaceTx) =>
  tx.selectFrom('serviceSettings').select('workspaceId').forNoKeyUpdate().execute()

export const insertForm = (tx: WorkspaceTx, form: Insertable<TicketForms>) =>
  tx.insertInto('ticketForms').values(form).returning('id').executeTakeFirstOrThrow()

export const updateForm = (tx: WorkspaceTx, id: string, changes: Updateable<TicketForms>) =>
  tx.updateTable('ticketForms').set(changes).where('id', '=', id).execute()
