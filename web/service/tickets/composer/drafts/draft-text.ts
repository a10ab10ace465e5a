import { htmlOfText } from '#web/lib/html-of-text.ts'
import type { UploadedFile } from '#web/lib/uploads/upload.ts'
import type { Draft } from '#web/service/tickets/ticket/types.ts'

/** What a draft says. */
export type DraftText = { kind: Draft['kind']; html: string; files: UploadedFile[] }

/** The same while it is written: `early` stands in the plain field that is there before the editor, and belongs behind `html`. */
export type WritingText = DraftText & { early: string }

export const wholeOf = ({ early, ...text }: WritingText): DraftText => ({
  ...text,
  html: text.html + htmlOfText(early),
})

/** A version that went to the server without an answer, which may have it. */
export type SentDraft = { revision: string; html: string }

/** What the browser keeps of a draft until the server has it: its text, and the version that this began from. */
export type KeptDraft = WritingText & { base: string | null; baseHtml: string; sent: SentDraft[] }

export const emptyText: DraftText = { kind: 'reply', html: '', files: [] }

const hasText = ({ html, files }: DraftText) => html !== '' || files.length > 0

/** A note never becomes a reply, which the customer reads. */
export const joinedKind = (mine: DraftText, theirs: DraftText) => {
  if (!hasText(mine)) return theirs.kind
  return hasText(theirs) && theirs.kind === 'note' ? 'note' : mine.kind
}

export const joinFiles = (theirs: UploadedFile[], mine: UploadedFile[]) => [
  ...theirs,
  ...mine.filter(({ id }) => theirs.every((file) => file.id !== id)),
]

export const isSameFiles = (one: UploadedFile[], other: UploadedFile[]) =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id)
