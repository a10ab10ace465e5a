import { CircleAlert } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { FoundArticle } from '#contract/article-search.ts'
import { keepTrying } from '#web/lib/network/network.ts'
import { useAfterUploads } from '#web/lib/uploads/use-after-uploads.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import type { Seen } from '#web/service/conversation/use-seen.ts'
import type { TicketPageData } from '#web/service/tickets/ticket-page-data.ts'
import type { Message, Status } from '#web/service/tickets/types.ts'
import { deafenSingleKeys } from '#web/ui/keys/use-shortcuts.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { useEditorText } from './editor/use-editor-text.ts'
import { type DraftBody, useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'
import type { TakeBack } from './use-take-back.ts'

type Kind = DraftBody['kind']

export type Composing = ReturnType<typeof useComposer>

export type ComposerHandle = {
  /** To write such a message; what is begun already stays what it is. */
  focus(kind: Kind): void
  /** Saves what is not saved yet. */
  flush(): Promise<void>
  /** Puts what an article says where the text is being written. */
  insert(article: FoundArticle): Promise<void>
  /** Puts a reply that did not go back in front of what is written, or what the server keeps of both in its place. */
  takeIn(message: Message, isOwnWish: boolean, kept?: string): void
}

export type ComposerWiring = Pick<
  TicketPageData,
  'ticket' | 'messages' | 'members' | 'viewer' | 'draft' | 'replyStatus'
> & {
  ref: Ref<ComposerHandle>
  seen: Seen
  clockAheadMs: number
  onTakeBack: TakeBack
}

/** So long a reply is held, so that one can take it back. */
const holdMs = 10_000

/** What is being written on a ticket: its text, files and people in copy, kept as a draft until it is sent. */
export function useComposer({ ref, ticket, draft, seen, clockAheadMs, onTakeBack }: ComposerWiring) {
  const showToast = useToast()
  const [kind, setKind] = useState<Kind>(draft?.kind ?? 'reply')
  const [cc, setCc] = useState<string[]>()
  const [isForced, setForced] = useState(false)
  const [isReturned, setReturned] = useState(false)
  const isInserting = useRef(false)
  const held = useRef<{ id: string; until: number }>(undefined)
  const text = useEditorText(draft?.html ?? '', () => saved.changed())
  const files = useUploads(draft?.attachments)
  const attachments = files.uploads.flatMap(({ id }) => id ?? [])
  const saved = useDraft(ticket.id, () => ({ kind, html: text.read(), attachments }))
  const { send, isSending, problem, dismissProblem } = useSend(ticket.id, () => text.setReadOnly(false))
  const isNote = kind === 'note'
  const isEmpty = text.isEmpty && files.uploads.length === 0

  useImperativeHandle(ref, () => ({
    flush: saved.flush,
    focus(wanted) {
      if (isEmpty) setKind(wanted)
      text.focus()
    },
    async insert(article) {
      const { editor } = text
      if (!editor)
        return showToast({ icon: CircleAlert, text: 'The editor is still on its way. Try again in a moment.' })
      if (isInserting.current) return
      isInserting.current = true
      if (isEmpty) setKind('reply')
      const { insertArticle } = await keepTrying(() => import('./articles/insert-article.ts'))
      const problem = await insertArticle(editor, article, 'section', () => {})
      isInserting.current = false
      if (problem) showToast({ icon: CircleAlert, text: problem })
    },
    takeIn(message, isOwnWish, kept) {
      if (isEmpty) setKind('reply')
      text.write(kept ?? message.bodyHtml + text.read())
      files.replaceUploads([
        ...message.attachments,
        ...files.uploads.flatMap(({ id, ...file }) => (id ? { ...file, id } : [])),
      ])
      setReturned(!isOwnWish)
      saved.changed()
      if (isOwnWish) text.focus()
    },
  }))

  async function sendNow(status: Status, scheduled?: Date) {
    const html = text.read()
    if (text.isReadOnly.current || (!html && attachments.length === 0)) return
    const begunIn = document.activeElement
    // What is typed on meanwhile would be in no message, or bring back in the draft what is sent.
    text.setReadOnly(true)
    // A save that is on its way must not bring back what is sent.
    await saved.flush()
    const sendAt = isNote ? undefined : (scheduled ?? new Date(Date.now() - clockAheadMs + holdMs)).toISOString()
    const message = {
      kind,
      html,
      attachments,
      ...(isNote ? {} : { status, cc, ...(isForced && { toSuppressed: true }) }),
    }
    const sent = await send(message, { seen: seen.seenSeq, sendAt })
    if (!sent) return
    text.setReadOnly(false)
    startAnew()
    goOnIn(begunIn)
    if (sent.sentAt !== null) return
    held.current = { id: sent.id, until: performance.now() + holdMs }
    const action = { label: 'Undo', onAct: () => onTakeBack(sent.id) }
    showToast({ text: scheduled ? 'Reply scheduled' : 'Reply goes in 10 s', action })
  }

  function startAnew() {
    saved.forget()
    text.write('')
    files.clearUploads()
    setReturned(false)
    setForced(false)
  }

  /** The next message is written in the same place, unless its author has gone elsewhere meanwhile. */
  function goOnIn(begunIn: Element | null) {
    deafenSingleKeys()
    const { activeElement, body } = document
    if (activeElement === begunIn || activeElement === body) text.focus()
  }

  /** In an empty editor there is nothing to undo but the sending. */
  function undoSending() {
    if (!held.current || held.current.until < performance.now()) return
    onTakeBack(held.current.id)
    held.current = undefined
  }

  function changeFiles(change: () => void) {
    if (text.isReadOnly.current) return
    change()
    saved.changed()
  }

  const { isWaiting, sendWhenThere } = useAfterUploads(files, sendNow)

  return {
    ...{ text, isNote, isEmpty, isReturned, kind, setKind, cc, setCc, isForced, setForced, problem, dismissProblem },
    submit: sendWhenThere,
    undoSending,
    isSending: isSending || isWaiting,
    hasFailedUpload: files.hasFailed,
    dismissReturned: () => setReturned(false),
    draftState: saved.state,
    uploads: files.uploads,
    addFiles: (added: File[]) => changeFiles(() => files.addFiles(added)),
    removeFile: (key: number) => changeFiles(() => files.removeUpload(key)),
  }
}
