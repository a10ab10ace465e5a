import { sayOfEntry } from '#web/cms/entry-comments/entry-comments.tsx'
import type { EntryDialogProps } from '#web/cms/entry-editor/page/entry-dialogs.tsx'
import { publishersOf } from '#web/cms/entry-writing/entry-data.ts'
import * as shared from '#web/lib/writing/comments/review-dialogs.tsx'

export const SendForReviewDialog = ({ entry, model, members, viewer, actions }: EntryDialogProps) => (
  <shared.SendForReviewDialog
    people={publishersOf(model, members)}
    before={entry.reviewer?.id}
    viewerId={viewer.id}
    onSend={(reviewer) => void actions.take({ to: 'review', reviewer })}
    onClose={() => actions.setDialog(null)}
  />
)

export const GiveBackDialog = (props: EntryDialogProps) => (
  <shared.GiveBackDialog
    mentionable={props.members}
    say={(written, idempotencyKey) => sayOfEntry(props, written, idempotencyKey)}
    onSaid={props.comments.take}
    onGiveBack={() => void props.actions.take({ to: 'reviewed' })}
    onClose={() => props.actions.setDialog(null)}
  />
)
