import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { PersonEraser } from '#server/workspace/customers/person-eraser.ts'

/** Replaces what names a person in the names and queries of saved views. */
export async function eraseViews(tx: WorkspaceTx, eraser: PersonEraser) {
  const views = await tx
    .selectFrom('ticketViews')
    .select(['id', 'name', 'query', sql<unknown>`named`.as('named')])
    .execute()
  for (const { id, name, query, named } of views) {
    if (!eraser.isNamedIn(JSON.stringify([name, query, named]))) continue
    const erased = { name: eraser.text(name).slice(0, 60), query: eraser.text(query) }
    await tx
      .updateTable('ticketViews')
      .set({ ...erased, named: JSON.stringify(eraser.json(named)) })
      .where('id', '=', id)
      .execute()
  }
}
