import type { Written } from '#contract/written.ts'
import { takeUploads } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanComposed } from './clean-composed.ts'
import type { NewText } from './ticket-state.ts'

/** What a person wrote, cleaned, together with the uploads that are theirs. */
export async function composeText(
  tx: WorkspaceTx,
  { html, text, attachments = [] }: Written,
  uploaderId: string,
): Promise<NewText> {
  const clean = cleanComposed({ html, text })
  const attachmentIds = [...new Set(attachments)]
  if (clean.text.trim() === '' && attachmentIds.length === 0) throw new Refusal('nothing-to-say')
  await takeUploads(tx, attachmentIds, uploaderId)
  return { ...clean, quotedText: null, attachmentIds }
}
