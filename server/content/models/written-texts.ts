import type { WorkspaceTx } from '#server/platform/database.ts'
import { type EntryText, listWritten } from './queries.ts'

const piece = 500

export async function* writtenTexts(tx: WorkspaceTx, modelId: string): AsyncGenerator<EntryText> {
  let after: EntryText | undefined
  while (true) {
    const rows: EntryText[] = await listWritten(tx, modelId, after, piece)
    yield* rows
    after = rows.at(-1)
    if (!after || rows.length < piece) return
  }
}
