import { useEffect, useRef, useState } from 'react'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useEditorText } from '#web/service/tickets/composer/editor/message-editor.tsx'
import type { OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'
import { tokensIn } from '#web/ui/form/token-input.tsx'

/** What the composer of messages to people outside needs of a draft. */
export type ComposedDraft = ReturnType<typeof useOutsideFields> & {
  onEarly: () => void
  /** Where the draft is stored, in words. */
  state: string
  /** Ends saves that are under way. Returns false if this changed the text, so that it must be read before it is sent. */
  settle: () => Promise<boolean>
  finish: () => void
}

/** The fields of a message to people outside. */
export function useOutsideFields(start: OutsideDraft, onText: () => void) {
  const [to, setTo] = useState(start.to)
  const [typing, setTyping] = useState('')
  const [subject, setSubject] = useState(start.subject)
  const [messageId, setMessageId] = useState(start.messageId)
  const text = useEditorText(start.html, onText)
  const files = useUploads(start.files)
  const attached = files.uploads.flatMap(({ id, name, mime, bytes }) => (id ? [{ id, name, mime, bytes }] : []))
  const people = [...new Set([...to, ...tokensIn(typing)])]
  return {
    ...{ to, setTo, typing, setTyping, subject, setSubject, messageId, setMessageId, people, text, files, attached },
    isEmpty: text.isEmpty && files.uploads.length === 0,
    read: (): OutsideDraft => ({ to: people, subject, html: text.read(), files: attached, messageId }),
  }
}

/** Keeps a message to people outside in the browser until it is sent. `start`: what it begins with. */
export function useOutsideDraft(prefix: string, start: OutsideDraft): ComposedDraft {
  const isSent = useRef(false)
  const fields = useOutsideFields(start, () => kept.changed())
  const { to, setTo, typing, subject, setSubject, messageId, setMessageId, text, files, attached, read } = fields

  const kept = useKept<OutsideDraft>({
    prefix,
    read() {
      const draft = read()
      const isEmpty = !draft.html && draft.files.length === 0
      const isAddressed = messageId !== null && draft.to.length > 0
      const isAsAtFirst =
        draft.to.join() === start.to.join() &&
        subject === start.subject &&
        messageId === start.messageId &&
        !isAddressed
      return isSent.current || (isEmpty && isAsAtFirst) ? null : draft
    },
    take(left) {
      // A draft that forwards another message waits until it is opened again.
      if (messageId && left.messageId !== messageId) return false
      if (left.to.length > 0) setTo((before) => [...new Set([...before, ...left.to])])
      if (left.subject && (!subject || subject === start.subject)) setSubject(left.subject)
      if (left.messageId) setMessageId(left.messageId)
      const html = text.html.current
      if (left.html !== html) text.write(html + left.html + htmlOfText(text.readEarly()))
      files.replaceUploads([...attached, ...left.files.filter(({ id }) => attached.every((file) => file.id !== id))])
      return true
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else than the text changes
  useEffect(kept.changed, [to, typing, subject, messageId, files.uploads])

  return {
    ...fields,
    onEarly: kept.changed,
    state: kept.isKept ? 'Kept in this browser' : '',
    settle: async () => true,
    finish() {
      isSent.current = true
      kept.keepNow()
    },
  }
}
