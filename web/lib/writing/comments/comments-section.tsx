import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import type { Comment, Thread } from '#contract/writing/comments.ts'
import { Time } from '#web/lib/time/time.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { CommentForm } from './comment-form.tsx'
import { type Colleague, piecesOf } from './mentions.ts'
import { type Comments, placeOfNew } from './use-comments.ts'

type Props<T extends Thread, P> = CommentProps<T, P> & { labelFor: (place: P | null) => string }

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

type CommentProps<T extends Thread, P> = {
  viewer: { id: string; isAdmin: boolean }
  members: readonly Colleague[]
  mentionable: Colleague[]
  comments: Comments<T, P>
  canWrite: boolean
  placeOf: (thread: T) => ReactNode
}

type CommentThreadProps<T extends Thread, P> = CommentProps<T, P> & { thread: T }

function CommentThread<T extends Thread, P>({ thread, placeOf, ...props }: CommentThreadProps<T, P>) {
  const { comments, canWrite, mentionable } = props
  const [turn, setTurn] = useState(0)
  const draft = comments.draftAt(`answer ${thread.id}`)
  const isAnswered = turn > 0 || draft.isChanged
  const isResolved = thread.resolvedAt !== null
  const place = placeOf(thread)
  return (
    <li
      data-comment={thread.id}
      tabIndex={-1}
      className="scroll-mt-4 rounded-md border border-line p-2.5 outline-offset-2 target:outline-2 focus-visible:outline-2 focus-visible:outline-accent"
    >
      {place && <div className="mb-1.5 text-meta text-ink-3">{place}</div>}
      <OneComment {...props} comment={thread} threadId={thread.id} />
      {thread.answers.length > 0 && (
        <ol aria-label="Replies" className="mt-2.5 grid gap-2.5 border-l border-line pl-2.5">
          {thread.answers.map((answer) => (
            <li key={answer.id}>
              <OneComment {...props} comment={answer} threadId={thread.id} />
            </li>
          ))}
        </ol>
      )}
      {isResolved && thread.resolvedBy && (
        <p className="mt-2 text-meta text-ink-3">
          Resolved by {thread.resolvedBy.name} <Time at={thread.resolvedAt!} />
        </p>
      )}
      {canWrite && isAnswered && (
        <div className="mt-2.5">
          <CommentForm
            label="Reply"
            verb="Reply"
            {...{ members: mentionable, turn, draft }}
            send={(written, idempotencyKey) => comments.api.answer(thread.id, written, idempotencyKey)}
            onSent={(answered) =>
              focusThread(thread.id, () => {
                setTurn(0)
                comments.take(answered)
              })
            }
            onCancel={() => focusThread(thread.id, () => setTurn(0))}
          />
        </div>
      )}
      {canWrite && !isAnswered && (
        <div className="mt-2 -ml-1.5 flex gap-1">
          <Button variant="ghost" onClick={() => setTurn(1)}>
            Reply
          </Button>
          <Button
            variant="ghost"
            busy={comments.isActing(thread.id)}
            onClick={() => comments.act({ do: isResolved ? 'reopen' : 'resolve', comment: thread.id })}
          >
            {isResolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      )}
    </li>
  )
}

type OneProps<T extends Thread, P> = Omit<CommentProps<T, P>, 'placeOf'> & { comment: Comment; threadId: string }

function OneComment<T extends Thread, P>({ comment, threadId, ...props }: OneProps<T, P>) {
  const { viewer, members, mentionable, comments, canWrite } = props
  const [isEdited, setEdited] = useState(false)
  const [isQuestioned, setQuestioned] = useState(false)
  const { id, author, text, mentions, createdAt, editedAt, isDeleted } = comment
  const draft = comments.draftAt(`change ${id}`, text)
  const isOwn = author.id === viewer.id
  const picture = members.find((member) => member.id === author.id)?.avatarUrl
  const choices = [
    ...(isOwn ? [{ label: 'Edit', onSelect: () => setEdited(true) }] : []),
    ...(isOwn || viewer.isAdmin ? [{ label: 'Delete…', danger: true, onSelect: () => setQuestioned(true) }] : []),
  ]
  const done = (thread?: T) =>
    focusThread(threadId, () => {
      setEdited(false)
      if (thread) comments.take(thread)
    })
  if (isDeleted) return <p className="text-ink-3">This comment was deleted.</p>
  if (isEdited || draft.isChanged)
    return (
      <CommentForm<T>
        label="Your comment"
        verb="Save"
        {...{ members: mentionable, draft, turn: isEdited ? 1 : 0 }}
        send={(written, idempotencyKey) => comments.api.change(id, written, idempotencyKey)}
        onSent={done}
        onCancel={() => done()}
      />
    )
  return (
    <article aria-label={`${author.name}’s comment`}>
      <header className="flex min-h-6 items-center gap-2">
        <Avatar name={author.name} src={picture} size={20} hideName />
        <span className="min-w-0 truncate font-medium">{author.name}</span>
        <span className="shrink-0 text-meta text-ink-3">
          <Time at={createdAt} />
          {editedAt && ', edited'}
        </span>
        {canWrite && choices.length > 0 && (
          <span className="ml-auto shrink-0">
            <Menu
              align="end"
              label="This comment"
              items={choices}
              button={<IconButton icon={Ellipsis} size="sm" label={`Actions for ${author.name}’s comment`} />}
            />
          </span>
        )}
      </header>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-ink-2">
        {piecesOf(
          text,
          mentions.map(({ name }) => name),
        ).map(({ text: words, isMention }, index) =>
          isMention ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
            <span key={index} className="font-medium text-ink">
              {words}
            </span>
          ) : (
            words
          ),
        )}
      </p>
      <ConfirmDialog
        open={isQuestioned}
        onClose={() => setQuestioned(false)}
        title="Delete this comment?"
        confirmLabel="Delete"
        onConfirm={() => {
          setQuestioned(false)
          comments.act({ do: 'delete', comment: id })
        }}
      >
        It is deleted permanently. Replies to it stay.
      </ConfirmDialog>
    </article>
  )
}

function focusThread(id: string, change: () => void) {
  flushSync(change)
  showThread(id)
}

function showThread(id: string) {
  const all = document.querySelectorAll<HTMLElement>(`[data-comment="${id}"]`)
  const thread = [...all].find((one) => one.checkVisibility())
  thread?.focus()
  thread?.scrollIntoView({ block: 'nearest' })
}
