import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Thread } from '#contract/writing/comments.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { CommentForm } from './comment-form.tsx'
import { type CommentProps, CommentThread, focusThread, showThread } from './comment-thread.tsx'
import { type Comments, placeOfNew } from './use-comments.ts'

type Props<T extends Thread, P> = CommentProps<T, P> & {
  labelFor: (place: P | null) => string
}

export function CommentsSection<T extends Thread, P>({ labelFor, ...props }: Props<T, P>) {
  const { comments, canWrite, mentionable } = props
  const { begun, shown, shownThreads, counts, problem } = comments
  useThreadOfAddress(comments)
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
            key={placeOfNew(begun.place)}
            label={labelFor(begun.place)}
            verb="Comment"
            {...{ members: mentionable, turn: begun.turn, draft: comments.draftAt(placeOfNew(begun.place)) }}
            send={(written, idempotencyKey) => comments.api.begin(begun.place, written, idempotencyKey)}
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
          {isResolvedShown ? 'No resolved comments.' : counts.resolved > 0 ? 'No open comments.' : 'No comments yet.'}
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
          {isResolvedShown ? `Show open (${counts.open})` : `Show resolved (${counts.resolved})`}
        </Button>
      )}
    </PanelSection>
  )
}

/** Shows the thread of a link in a mail, which may be resolved by now. */
function useThreadOfAddress<T extends Thread, P>({ shown, shownThreads, setShown, counts }: Comments<T, P>) {
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
