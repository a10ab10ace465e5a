import { takeUploads } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanComposedHtml } from './clean-composed.ts'
import type { NewText } from './ticket-state.ts'

type Composed = { body: string; attachments?: string[] | undefined }

/** What a person wrote, cleaned, together with the uploads that are theirs. */
export async function composeText(
  tx: WorkspaceTx,
  { body, attachments = [] }: Composed,
  uploaderId: string,
): Promise<NewText> {
  const { html, text } = cleanComposedHtml(body)
  const attachmentIds = [...new Set(attachments)]
  if (text.trim() === '' && attachmentIds.length === 0) throw new Refusal('nothing-to-say')
  await takeUploads(tx, attachmentIds, uploaderId)
  return { html, text, quotedText: null, attachmentIds }
}
