import { useEffect, useRef, useState } from 'react'
import { htmlOfText } from '#web/lib/html-of-text.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useEditorText } from '#web/service/tickets/composer/editor/message-editor.tsx'
import type { OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'
import { tokensIn } from '#web/ui/form/token-input.tsx'

/** Keeps a message to people outside in the browser until it is sent. `start`: what it begins with. */
export function useOutsideDraft(prefix: string, start: OutsideDraft) {
  const [to, setTo] = useState(start.to)
  const [typing, setTyping] = useState('')
  const [subject, setSubject] = useState(start.subject)
  const [messageId, setMessageId] = useState(start.messageId)
  const text = useEditorText(start.html, () => kept.changed())
  const files = useUploads(start.files)
  const attached = files.uploads.flatMap(({ id, name, mime, bytes }) => (id ? [{ id, name, mime, bytes }] : []))
  const isSent = useRef(false)
  const people = [...new Set([...to, ...tokensIn(typing)])]

  const read = (): OutsideDraft => ({ to: people, subject, html: text.read(), files: attached, messageId })

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
    ...{ to, setTo, typing, setTyping, subject, setSubject, messageId, setMessageId, people, text, files, read, kept },
    isEmpty: text.isEmpty && files.uploads.length === 0,
    /** Forgets the draft, because it was sent. */
    finish() {
      isSent.current = true
      kept.keepNow()
    },
    /** Begins the next message to the same people. */
    startAnew() {
      setTo(people)
      setTyping('')
      text.write('')
      files.clearUploads()
    },
  }
}
