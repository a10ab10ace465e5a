import type { WorkspaceTx } from '#server/platform/database.ts'

/** Changes the texts of the comments that members wrote on a ticket, to erase personal data. */
export async function rewriteComments(tx: WorkspaceTx, ticketId: string, rewrite: (text: string) => string) {
  const comments = await tx.selectFrom('comments').select(['id', 'text']).where('ticketId', '=', ticketId).execute()
  for (const { id, text } of comments.filter((comment) => rewrite(comment.text) !== comment.text))
    await tx
      .updateTable('comments')
      .set({ text: rewrite(text) })
      .where('id', '=', id)
      .execute()
}
