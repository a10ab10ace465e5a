import type { Written } from '#contract/written.ts'
import { takeUploads } from '#server/files/keep-file.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Person } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type CleanText, cleanComposed } from './clean-composed.ts'
import { refuseTooLong } from './refuse-too-long.ts'
import type { NewText } from './ticket-state.ts'

/** Cleans what a person wrote. It can take long, so it happens before the transaction that locks the ticket. */
export async function cleanWritten({ caller, body }: { caller: Person; body: Written }): Promise<CleanText> {
  if (caller.kind === 'customer') refuseTooLong(body)
  return cleanComposed(body)
}

/** What a person wrote, together with the uploads that are theirs. */
export async function composeText(
  tx: WorkspaceTx,
  clean: CleanText,
  attachments: string[] | undefined,
  uploaderId: string,
): Promise<NewText> {
  const attachmentIds = [...new Set(attachments)]
  if (clean.text.trim() === '' && attachmentIds.length === 0) throw new Refusal('nothing-to-say')
  await takeUploads(tx, attachmentIds, uploaderId)
  return { ...clean, quotedText: null, attachmentIds }
}
