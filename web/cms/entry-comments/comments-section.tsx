import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { writeEntryComment } from '#contract/comments.ts'
import type { EditedModel } from '#web/cms/entry-writing/entry-data.ts'
import { ask } from '#web/lib/write/ask.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { CommentForm } from './comment-form.tsx'
import { type CommentProps, CommentThread, focusThread, showThread } from './comment-thread.tsx'
import { commentsPath, placeOfNew } from './use-comments.ts'

type Props = CommentProps & { model: EditedModel; language: string }

/** What the team says of the entry and its fields. */
export function CommentsSection({ model, language, ...props }: Props) {
  const { comments, canWrite, members, entryId } = props
  const { begun, shown, shownThreads, counts, problem } = comments
  useThreadOfAddress(comments)
  const field = model.fields.find(({ key }) => key === begun?.field)
  const isResolvedShown = shown === 'resolved'
  return (
    <PanelSection
      title="Comments"
      action={
        canWrite &&
        !begun && (
          <Button variant="ghost" onClick={() => comments.begin(null)}>
            Comment
          </Button>
        )
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
      {begun && canWrite && (
        <div className="mb-2.5">
          <CommentForm
            key={begun.field}
            label={field ? `Comment on ${field.label || field.key}` : 'Comment on the entry'}
            verb="Comment"
            {...{ members, turn: begun.turn, draft: comments.draftAt(placeOfNew(begun.field)) }}
            send={(written, idempotencyKey) =>
              ask<typeof writeEntryComment>('POST', commentsPath, {
                ...{ params: { id: entryId }, idempotencyKey },
                body: {
                  ...written,
                  ...(field && { field: field.key }),
                  ...(field?.localized && { locale: language }),
                },
              })
            }
            onSent={(thread) =>
              focusThread(thread.id, () => {
                comments.end()
                comments.take(thread)
              })
            }
            onCancel={comments.end}
          />
        </div>
      )}
      {!shownThreads && !problem && <p className="text-ink-3">Loading</p>}
      {shownThreads?.length === 0 && !begun && (
        <p className="text-ink-3">
          {isResolvedShown ? 'Nothing is settled yet.' : counts.resolved > 0 ? 'Nothing is open.' : 'No comments yet.'}
        </p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {shownThreads?.map((thread) => (
          <CommentThread key={thread.id} {...props} thread={thread} />
        ))}
      </ul>
      {(counts.resolved > 0 || isResolvedShown) && (
        <Button
          variant="ghost"
          className="mt-1.5 -ml-1.5"
          onClick={() => comments.setShown(isResolvedShown ? 'open' : 'resolved')}
        >
          {isResolvedShown ? `Show what is open (${counts.open})` : `Show what is settled (${counts.resolved})`}
        </Button>
      )}
    </PanelSection>
  )
}

/** A mail leads to a thread, by the end of the address; it may be settled meanwhile. */
function useThreadOfAddress({ shown, shownThreads, setShown, counts }: CommentProps['comments']) {
  const { hash } = useLocation()
  const wanted = useRef(/^#comment-(.+)$/.exec(hash)?.[1])
  useEffect(() => {
    const id = wanted.current
    if (!id || !shownThreads) return
    if (shownThreads.some((thread) => thread.id === id)) {
      wanted.current = undefined
      showThread(id)
    } else if (shown === 'open' && counts.resolved > 0) setShown('resolved')
    else wanted.current = undefined
  }, [shown, shownThreads, setShown, counts.resolved])
}
