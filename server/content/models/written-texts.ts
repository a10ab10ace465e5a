import type { WorkspaceTx } from '#server/platform/database.ts'
import { listWritten, type WrittenText } from './queries.ts'

const piece = 500

/** What is written of a model, text by text, without what lies in the trash. */
export async function* writtenTexts(tx: WorkspaceTx, modelId: string): AsyncGenerator<WrittenText> {
  let after: WrittenText | undefined
  while (true) {
    const rows: WrittenText[] = await listWritten(tx, modelId, after, piece)
    yield* rows
    after = rows.at(-1)
    if (!after || rows.length < piece) return
  }
}
