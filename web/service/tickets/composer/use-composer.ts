import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { z } from 'zod'
import type { ArticleHit } from '#contract/knowledge-base/search.ts'
import type { Problem } from '#contract/refusals.ts'
import type { saveDraft, showDraft, writeMessage } from '#contract/tickets/messages.ts'
import { retryUntilOnline } from '#web/lib/network/network.ts'
import { useAfterUploads } from '#web/lib/uploads/use-after-uploads.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useOnce } from '#web/lib/write/once.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { mentionedIn } from '#web/lib/writing/comments/mentions.ts'
import type { SeenState } from '#web/service/tickets/conversation/use-seen.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { forwardKey, forwardOfLatest, type OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import type { TicketStatus } from '#web/service/tickets/ticket/types.ts'
import { deafenSingleKeys } from '#web/ui/keys/use-shortcuts.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { draftWords } from './drafts/draft-words.ts'
import { type DraftStore, type DraftText, useDraft } from './drafts/use-draft.ts'
import { useEditorText } from './editor/message-editor.tsx'
import { useMacros } from './macros/use-macros.ts'
import { usePendingMacro } from './macros/use-pending-macro.ts'
import { type ForwardProps, useForwarding } from './use-forwarding.ts'
import type { TakeBack } from './use-take-back.ts'

type Kind = DraftText['kind']

export type ComposerState = ReturnType<typeof useComposer>

export type ComposerHandle = {
  /** Focuses the text. Changes the kind (reply or note) only if the message is empty. */
  focus(kind: Kind): void
  flush(): Promise<void>
  insert(article: ArticleHit): Promise<void>
  /** Reloads the draft after the server put a held reply back into it. `isOwnWish`: the viewer pressed Undo. */
  takeIn(isOwnWish: boolean): Promise<void>
  /** Opens the message to somebody outside, which forwards a message of the ticket. */
  forward(start: OutsideDraft): void
}

export type ComposerInput = Pick<
  TicketPageData,
  | ('ticket' | 'messages' | 'members' | 'statuses' | 'viewer' | 'draft' | 'replyStatus' | 'signature')
  | ('fields' | 'teams' | 'customer' | 'customerFields' | 'languages')
> & {
  ref: Ref<ComposerHandle>
  seen: SeenState
  clockAheadMs: number
  onTakeBack: TakeBack
  onNext: () => void
  onList: () => void
  changes: TicketChanges
  /** The reply was not sent, because fields that solving the ticket requires are empty. */
  onFieldsMissing: () => void
  /** Shows the message to somebody outside in place of the reply. */
  renderForward: (forward: ForwardProps) => ReactNode
}

/** Returns the words of HTML, with a space between blocks. */
const textOf = (html: string) =>
  new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html').body.textContent ?? ''

export type SendOptions = { at?: Date; opensNext?: boolean }

const holdMs = 10_000

export function useComposer(page: ComposerInput, previewMacro: (id: string) => ReactNode) {
  const { ref, ticket, messages, members, viewer, draft, seen, clockAheadMs, changes, onTakeBack } = page
  const { onNext, onList, onFieldsMissing } = page
  const showToast = useToast()
  const [kind, showKind] = useState<Kind>(draft?.kind ?? 'reply')
  const [cc, setCc] = useState<string[]>()
  const [isForced, setForced] = useState(false)
  const [isReturned, setReturned] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const isInserting = useRef(false)
  const forwarding = useForwarding({
    prefix: forwardKey(viewer.id, ticket.id),
    findStart: () => forwardOfLatest(messages.items, ticket),
    onClosed: () => text.focus(),
  })
  const held = useRef<{ id: string; until: number }>(undefined)
  /**
   * The newest message that the author had read when they began to write. A reply is stopped once if somebody wrote
   * after it, because an author looks at their own text. Null: the author was told, so what they have read counts.
   */
  const readAtBegin = useRef<number | null>(seen.seenSeq)
  /** The last try to send, which the author can repeat after a refusal. */
  const lastTry = useRef<{ status: TicketStatus; options: SendOptions; seenSeq: number }>(undefined)
  const text = useEditorText(draft?.html ?? '', () => saved.changed())
  const pending = usePendingMacro(draft?.macro ?? null, page)
  const files = useUploads(draft?.attachments)
  const attached = files.uploads.flatMap(({ id, name, mime, bytes }) => (id ? [{ id, name, mime, bytes }] : []))
  const attachments = attached.map(({ id }) => id)
  const isInDoubt = useRef(false)
  const saved = useDraft({
    prefix: `message ${viewer.id} ${ticket.id} `,
    store: draftStoreOf(ticket.id),
    draft,
    messageCount: ticket.lastMessageSeq,
    isInDoubt,
    to: [],
    read: () => ({
      kind,
      to: [],
      html: text.html.current,
      early: text.readEarly(),
      files: attached,
      macro: pending.latest.current,
    }),
    dropEarly: text.dropEarly,
    show(written, bringText) {
      showKind(written.kind)
      text.bring(written.html, bringText)
      files.replaceUploads(written.files)
      pending.show(written.macro)
    },
  })
  const { send, isSending, problem, dismissProblem } = useSend(ticket.id, ({ code }) => {
    text.setReadOnly(false)
    if (code === 'somebody-wrote') readAtBegin.current = null
    if (code === 'fields-missing') onFieldsMissing()
    if (code === 'variables-unfilled') text.focus()
  })
  isInDoubt.current = isSending || problem?.code === 'unreachable'
  const isNote = kind === 'note'
  const isEmpty = text.isEmpty && files.uploads.length === 0
  const macros = useMacros(page, {
    ...{ editor: text.editor, kind, isEmpty, files, setKind, pending },
    onChange: saved.changed,
    preview: previewMacro,
  })

  useEffect(() => {
    if (isEmpty) readAtBegin.current = seen.seenSeq
  }, [isEmpty, seen.seenSeq])

  function setKind(wanted: Kind) {
    showKind(wanted)
    if (!isEmpty && wanted !== kind) saved.changed()
  }

  const fieldValues = JSON.stringify(ticket.customFields)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a field is filled in, or a note is written instead
  useEffect(() => {
    if (problem?.code === 'fields-missing') dismissProblem()
  }, [fieldValues, kind])
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a file came or went
  useEffect(() => {
    if (!saved.hasFiles(attached)) saved.changed()
  }, [attachments.join(' ')])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (text.readEarly()) saved.changed()
  }, [])

  useImperativeHandle(ref, () => ({
    flush: saved.flush,
    focus(wanted) {
      if (isEmpty) setKind(wanted)
      if (forwarding.current) forwarding.close()
      else text.focus()
    },
    forward: forwarding.open,
    async insert(article) {
      const { editor } = text
      if (!editor) return showToast({ icon: CircleAlert, text: 'The editor is still loading. Try again in a moment.' })
      if (isInserting.current) return
      isInserting.current = true
      if (isEmpty) setKind('reply')
      const { insertArticle } = await retryUntilOnline(() => import('./articles/insert-article.ts'))
      const problem = await insertArticle(editor, article, 'section', () => {})
      isInserting.current = false
      if (problem) showToast({ icon: CircleAlert, text: problem })
    },
    async takeIn(isOwnWish) {
      held.current = undefined
      await saved.flush()
      await saved.refresh()
      saved.dismissJoined()
      setReturned(!isOwnWish)
      if (!isOwnWish) readAtBegin.current = null
      if (isOwnWish) text.focus()
    },
  }))

  async function sendNow(status: TicketStatus, options: SendOptions = {}) {
    const { id: statusId } = status
    const { at: scheduled, opensNext } = options
    const html = text.read()
    if (text.isReadOnly.current || (!html && attachments.length === 0)) return
    const begunIn = document.activeElement
    // Makes the text read-only. Text typed during sending would be lost, or the draft would be saved again with the
    // sent text.
    text.setReadOnly(true)
    const seenSeq = (isNote ? null : readAtBegin.current) ?? seen.seenSeq
    lastTry.current = { status, options, seenSeq }
    setAnnouncement('')
    const joins = saved.joins()
    // Finishes pending saves of the draft. A later save would store the sent text as a draft again.
    await saved.flush()
    // Does not send if the save merged text from another window, so that the author can read the merged text first.
    if (saved.joins() !== joins) return text.setReadOnly(false)
    const { afterwards, change } = pending
    const { status: _category, statusId: statusOfMacro, ...changed } = change?.changes ?? {}
    const sendAt = isNote ? undefined : (scheduled ?? new Date(Date.now() - clockAheadMs + holdMs)).toISOString()
    const message = {
      kind,
      html,
      attachments,
      draft: saved.revision(),
      ...(Object.keys(changed).length > 0 && { changes: changed }),
      ...(isNote
        ? { mentions: mentionedIn(textOf(html), members), statusId: statusOfMacro }
        : { statusId, cc, ...(isForced && { toSuppressed: true }) }),
    }
    const sent = await send(message, { seen: seenSeq, sendAt })
    if (!sent) return
    text.setReadOnly(false)
    startAnew()
    if (scheduled)
      showToast({
        text: 'Reply scheduled',
        action: { label: 'Undo', onAct: () => onTakeBack(sent.id) },
        about: sent.id,
      })
    else if (sent.sentAt === null) held.current = { id: sent.id, until: performance.now() + holdMs }
    if (opensNext || afterwards === 'next') return onNext()
    if (afterwards === 'list') return onList()
    goOnIn(begunIn)
    if (held.current) setAnnouncement('The reply is sent in 10 seconds. Press Undo to stop it.')
  }

  // Changes the ticket without a message, because the macro has no text.
  function applyChanges() {
    const { change, afterwards } = pending
    if (!change) return
    changes.run(change, [ticket])
    macros.clear()
    if (afterwards === 'next') onNext()
    if (afterwards === 'list') onList()
  }

  // Shows a toast with Undo if a reply is still held when the author leaves the page.
  function offerUndo() {
    const endsInMs = held.current ? held.current.until - performance.now() : 0
    if (!held.current || endsInMs <= 0) return
    const { id } = held.current
    const action = { label: 'Undo', onAct: () => onTakeBack(id) }
    showToast({ text: `Reply is sent in ${Math.ceil(endsInMs / 1000)} s`, action, endsInMs, about: id })
  }
  const leave = useRef(offerUndo)
  leave.current = offerUndo
  useEffect(() => () => leave.current(), [])

  function startAnew() {
    saved.forget()
    text.write('')
    files.clearUploads()
    pending.show(null)
    setReturned(false)
    setForced(false)
  }

  function goOnIn(begunIn: Element | null) {
    deafenSingleKeys()
    const { activeElement, body } = document
    if (activeElement === begunIn || activeElement === body) text.focus()
  }

  function changeFiles(change: () => void) {
    if (text.isReadOnly.current) return
    change()
    saved.changed()
  }

  const { isWaiting, sendWhenThere } = useAfterUploads(files, sendNow)
  /** Without a message, the button applies the changes of macros. */
  const appliesOnly = isEmpty && pending.change !== null

  return {
    macros,
    forwarding,
    appliesOnly,
    lastTry,
    keepEditing() {
      dismissProblem()
      text.focus()
    },
    ...{ text, isNote, isEmpty, isReturned, kind, setKind, cc, setCc, isForced, setForced, problem, dismissProblem },
    submit: (status: TicketStatus, options?: SendOptions) =>
      appliesOnly ? applyChanges() : sendWhenThere(status, options),
    announcement,
    isSending: isSending || isWaiting,
    hasFailedUpload: files.hasFailed,
    dismissReturned: () => setReturned(false),
    draftWords: draftWords(saved),
    isJoined: saved.isJoined,
    dismissJoined: saved.dismissJoined,
    onEarly: saved.changed,
    uploads: files.uploads,
    addFiles: (added: File[]) => changeFiles(() => files.addFiles(added)),
    removeFile: (key: number) => changeFiles(() => files.removeUpload(key)),
    retryFile: files.retryUpload,
  }
}

const draftStoreOf = (ticketId: string): DraftStore => {
  const [path, params] = ['/api/v1/tickets/:id/draft', { id: ticketId }] as const
  return {
    save: ({ to: _, ...body }, keepalive) => ask<typeof saveDraft>('PUT', path, { params, body, keepalive }),
    find: () => ask<typeof showDraft>('GET', path, { params }),
  }
}

type NewMessage = Omit<z.input<typeof writeMessage.body>, 'seen' | 'sendAt'>
type SendTiming = { seen: number; sendAt?: string }
function useSend(ticketId: string, onProblem: (problem: Problem) => void) {
  const sendOnce = useOnce(
    ({ message, timing }: { message: NewMessage; timing: SendTiming }, idempotencyKey) =>
      ask<typeof writeMessage>('POST', '/api/v1/tickets/:id/messages', {
        params: { id: ticketId },
        body: { ...message, ...timing },
        idempotencyKey,
      }),
    ({ message }) => message,
  )
  const { write, isPending, problem, dismissProblem } = useWrite(sendOnce, { onProblem })
  return {
    send: (message: NewMessage, timing: SendTiming) => write({ message, timing }),
    isSending: isPending,
    problem,
    dismissProblem,
  }
}
