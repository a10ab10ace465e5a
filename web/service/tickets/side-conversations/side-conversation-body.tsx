import { useEffect, useRef, useState } from 'react'
import type {
  changeSideConversation,
  listSideMessages,
  markSideConversationSeen,
  showSideDraft,
  writeSideMessage,
} from '#contract/tickets/side-conversations.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useReadAgain } from '#web/lib/write/read-again.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { emptyOutside, type OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'
import type { SideDraft, SideMessage } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Spinner } from '#web/ui/mark/spinner.tsx'
import { sendAtOf } from './forward-composer.tsx'
import { OutsideComposer } from './outside-composer.tsx'
import type { SideBodyProps as SideProps } from './side-conversation.tsx'
import { SideMessageView } from './side-message-view.tsx'
import { useSideDraft } from './use-side-draft.ts'

export function SideConversationBody(props: SideProps) {
  const { conversation, ticket, canWrite } = props
  const { messages, hasEarlier, showEarlier, isReading, problem, tryAgain } = useSideMessages(props)
  const frame = useRef<HTMLDivElement>(null)
  const isThere = messages.length > 0
  // The conversation grows upwards, so what was opened would leave the screen.
  useEffect(() => {
    if (isThere) frame.current?.closest('section')?.scrollIntoView({ block: 'start' })
  }, [isThere])
  const takesMessages = canWrite && ticket.status !== 'closed' && !ticket.isTrashed
  return (
    <div ref={frame} className="grid gap-3 border-t border-line px-3.5 py-3">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 text-meta break-words text-ink-2">{conversation.subject}</p>
        {canWrite && <DoneButton {...props} />}
      </div>
      {hasEarlier && (
        <Button className="justify-self-center" busy={isReading} onClick={showEarlier}>
          Earlier messages
        </Button>
      )}
      {problem && <Problem text={problem} onTryAgain={tryAgain} />}
      {messages.length === 0 && isReading && <Spinner />}
      {messages.map((message) => (
        <SideMessageView key={message.id} message={message} {...props} isOnly={conversation.messageCount === 1} />
      ))}
      {takesMessages && <SideComposer {...props} />}
    </div>
  )
}

/** Reads the latest messages again whenever the page has news of the side conversation. */
function useSideMessages({ conversation }: SideProps) {
  const { id, lastSeq, messageCount, unread } = conversation
  const readAgain = useReadAgain()
  const [count, setCount] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page read the side conversation again
  useEffect(() => setCount((before) => before + 1), [conversation])
  const latest = useAnswer(`${id} ${count}`, (signal) => read(id, undefined, signal))
  const [earlier, setEarlier] = useState<{ items: SideMessage[]; next: string | null }>()
  const shown = latest.answer
  const next = earlier ? earlier.next : (shown?.next ?? null)
  const older = useWrite(() => read(id, next ?? undefined), {
    keepsPage: true,
    onAnswer: (page) => setEarlier({ items: [...page.items, ...(earlier?.items ?? [])], next: page.next }),
  })
  const isShown = shown !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other messages are shown
  useEffect(() => {
    if (!isShown || !unread) return
    void ask<typeof markSideConversationSeen>('PUT', '/api/v1/side-conversations/:id/seen', {
      params: { id },
      body: { seq: lastSeq },
    }).then(() => readAgain())
  }, [id, lastSeq, messageCount, unread, isShown])
  const items = shown?.items ?? []
  return {
    messages: [...(earlier?.items.filter(({ seq }) => seq < (items[0]?.seq ?? Infinity)) ?? []), ...items],
    hasEarlier: next !== null,
    showEarlier: () => void older.write(),
    isReading: !isShown || older.isPending,
    problem: latest.problem || older.problem?.detail,
    tryAgain: latest.tryAgain,
  }
}

const read = (id: string, before?: string, signal?: AbortSignal) =>
  ask<typeof listSideMessages>('GET', '/api/v1/side-conversations/:id/messages', {
    params: { id },
    query: { ...(before && { before: Number(before) }) },
    ...(signal && { signal }),
  })

function DoneButton({ conversation: { id, closed } }: SideProps) {
  const { write, isPending } = useWrite(
    () =>
      ask<typeof changeSideConversation>('PATCH', '/api/v1/side-conversations/:id', {
        params: { id },
        body: { closed: !closed },
      }),
    { tellsProblem: true },
  )
  return (
    <Button busy={isPending} onClick={() => void write()}>
      {closed ? 'Reopen' : 'Mark as done'}
    </Button>
  )
}

/** Writes again. A message that was taken back comes before the stored draft. */
function SideComposer(props: SideProps) {
  const { id } = props.conversation
  const own = props.restored?.conversationId === id ? props.restored : undefined
  const round = own?.round ?? 0
  const what = `${id} ${round}`
  const { answer, of, problem, tryAgain } = useAnswer(what, (signal) =>
    ask<typeof showSideDraft>('GET', '/api/v1/side-conversations/:id/draft', { params: { id }, signal }),
  )
  if (answer && of === what) return <OwnComposer key={round} {...props} stored={answer.draft} taken={own?.draft} />
  return problem ? <Problem text={problem} onTryAgain={tryAgain} /> : <Spinner />
}

type OwnProps = SideProps & { stored: SideDraft | null; taken: OutsideDraft | undefined }

function OwnComposer({ conversation, viewer, clockAheadMs, aside, stored, taken, onDraft }: OwnProps) {
  const { id, to, messageCount } = conversation
  const { draft, revision } = useSideDraft({
    ...{ conversationId: id, viewerId: viewer.id, stored, messageCount, recipients: to },
    start: {
      ...emptyOutside,
      to: taken?.to ?? stored?.to ?? to,
      html: (taken?.html ?? '') + (stored?.html ?? ''),
      files: [...(taken?.files ?? []), ...(stored?.attachments ?? [])],
    },
  })
  const hasDraft = !draft.isEmpty
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the draft begins or ends
  useEffect(() => onDraft(hasDraft), [hasDraft])
  return (
    <OutsideComposer
      draft={draft}
      isNew={false}
      takesFocus={taken !== undefined}
      label={`Message to ${to.join(', ')}`}
      placeholder="Write again. The customer does not see it"
      findMessage={() => undefined}
      send={({ to, html, attachments }, idempotencyKey) =>
        ask<typeof writeSideMessage>('POST', '/api/v1/side-conversations/:id/messages', {
          params: { id },
          body: { to, html, attachments, sendAt: sendAtOf(clockAheadMs), draft: revision() },
          idempotencyKey,
        })
      }
      onSent={(sent) => aside.offerUndo({ conversationId: id, messageId: sent.id, isOnly: messageCount === 0 })}
    />
  )
}

const Problem = ({ text, onTryAgain }: { text: string; onTryAgain: () => void }) => (
  <p role="alert" className="flex items-center gap-2 text-red-ink">
    {text}
    <Button onClick={onTryAgain}>Try again</Button>
  </p>
)
