import { type RefObject, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { takeBackSideMessage } from '#contract/tickets/side-conversations.ts'
import { openKept } from '#web/lib/kept/kept-work.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { ComposerHandle } from '#web/service/tickets/composer/use-composer.ts'
import { forwardKey, type OutsideDraft, sideKey } from '#web/service/tickets/ticket/outside-draft.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { useEndToast, useToast } from '#web/ui/notice/toast.tsx'

/** `isOnly`: the side conversation has no other message, so it ends with it. */
type WaitingMessage = { conversationId: string; messageId: string; isOnly: boolean }
type Restore = (conversationId: string, draft: OutsideDraft) => void

export type Aside = ReturnType<typeof useTakeBackAside>

type TakeBackInput = {
  ticketId: string
  viewerId: string
  composer: RefObject<ComposerHandle | null>
  restore: Restore
}

const holdMs = 10_000

/**
 * Takes messages to people outside back, and puts their text where it was written. If the page was left, the browser
 * keeps the text, and the page opens again.
 */
export function useTakeBackAside({ ticketId, viewerId, composer, restore }: TakeBackInput) {
  const navigate = useNavigate()
  const showToast = useToast()
  const endToast = useEndToast()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  async function send({ conversationId, messageId }: WaitingMessage) {
    endToast(messageId)
    const params = { id: conversationId, messageId }
    return ask<typeof takeBackSideMessage>('DELETE', '/api/v1/side-conversations/:id/messages/:messageId', { params })
  }

  const { write } = useWrite(send, {
    inTurn: true,
    tellsProblem: true,
    onAnswer({ attachments, ...taken }, { conversationId, isOnly }) {
      const draft: OutsideDraft = { ...taken, files: attachments }
      if (isHere.current) return isOnly ? composer.current?.forward(draft) : restore(conversationId, draft)
      const place = openKept(isOnly ? forwardKey(viewerId, ticketId) : sideKey(viewerId, conversationId))
      place.keep(draft)
      place.close()
      void navigate(ticketHref(ticketId))
    },
  })

  const offerUndo = (message: WaitingMessage) =>
    showToast({
      text: 'The message is sent in 10 seconds',
      action: { label: 'Undo', onAct: () => void write(message) },
      endsInMs: holdMs,
      about: message.messageId,
    })
  return { takeBack: write, offerUndo }
}
