import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isSame } from '#contract/is-same.ts'
import type { saveSideDraft, showSideDraft } from '#contract/tickets/side-conversations.ts'
import { ask } from '#web/lib/write/ask.ts'
import { draftWords } from '#web/service/tickets/composer/drafts/draft-words.ts'
import { useDraft } from '#web/service/tickets/composer/drafts/use-draft.ts'
import { type OutsideDraft, sideKey } from '#web/service/tickets/ticket/outside-draft.ts'
import type { SideDraft } from '#web/service/tickets/ticket/types.ts'
import { type ComposedDraft, useOutsideFields } from './use-outside-draft.ts'

type Options = {
  conversationId: string
  viewerId: string
  /** The draft on the server. */
  stored: SideDraft | null
  messageCount: number
  /** The people of the side conversation. */
  recipients: string[]
  /** What the composer begins with: the stored draft, and a message that was taken back. */
  start: OutsideDraft
}

/** Saves the draft of a side conversation as those of tickets are saved. */
export function useSideDraft({ conversationId, viewerId, stored, messageCount, recipients, start }: Options) {
  const [path, params] = ['/api/v1/side-conversations/:id/draft', { id: conversationId }] as const
  const fields = useOutsideFields(start, () => saved.changed())
  const { to, typing, text, files, attached, people } = fields
  const saved = useDraft({
    prefix: sideKey(viewerId, conversationId),
    store: {
      save: ({ kind: _, macro: __, ...body }, keepalive) =>
        ask<typeof saveSideDraft>('PUT', path, { params, body, keepalive }),
      find: () => ask<typeof showSideDraft>('GET', path, { params }),
    },
    draft: stored,
    messageCount,
    to: recipients,
    read: () => ({
      kind: 'reply',
      to: people,
      html: text.html.current,
      early: text.readEarly(),
      files: attached,
      macro: null,
    }),
    dropEarly: text.dropEarly,
    show(written, bringText) {
      // The draft can be saved or sent at once, so the recipients must not wait for the next render.
      if (!isSame(written.to, people)) flushSync(() => showPeople(written.to))
      text.bring(written.html, bringText)
      files.replaceUploads(written.files)
    },
  })
  function showPeople(addresses: string[]) {
    fields.setTo(addresses)
    fields.setTyping('')
  }
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else than the text changes
  useEffect(() => {
    const isTakenBack = isFirst.current && start.html !== (stored?.html ?? '')
    isFirst.current = false
    const hasOtherPeople = !fields.isEmpty && !saved.hasRecipients(people)
    if (isTakenBack || hasOtherPeople || !saved.hasFiles(attached)) saved.changed()
  }, [to, typing, attached.map(({ id }) => id).join()])

  const composed: ComposedDraft = {
    ...fields,
    onEarly: saved.changed,
    state: draftWords(saved),
    async settle() {
      const before = saved.joins()
      await saved.flush()
      return saved.joins() === before
    },
    /** Begins the next message to the same people. */
    finish() {
      saved.forget()
      showPeople(people)
      text.write('')
      files.clearUploads()
    },
  }
  return { draft: composed, revision: saved.revision }
}
