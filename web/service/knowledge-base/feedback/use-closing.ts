import { useState } from 'react'
import type { closeFeedback, reopenFeedback, WaitingFeedback } from '#contract/knowledge-base/feedback.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'

const path = '/api/v1/knowledge-base/feedback/:id/closure'
const close = (id: string) => ask<typeof closeFeedback>('PUT', path, { params: { id } })
const reopen = (id: string) => ask<typeof reopenFeedback>('DELETE', path, { params: { id } })

export type Closing = ReturnType<typeof useClosing>

export function useClosing() {
  const [hasClosed, setClosed] = useState(false)
  const closing = useWrite(({ id, isOpen }: WaitingFeedback) => (isOpen ? close(id) : reopen(id)), {
    inTurn: 'unless-same',
    tellsProblem: true,
    done: (_, { isOpen }) => (isOpen ? 'Done' : 'Reopen'),
    undo: (_, { id, isOpen }) => (isOpen ? reopen(id) : close(id)),
    onAnswer: () => setClosed(true),
  })
  return {
    hasClosed,
    toggle: (said: WaitingFeedback) => canClose(said) && closing.write(said),
    isUnderWay: (id: string) => closing.underWay.some((said) => said.id === id),
  }
}

export const canClose = ({ isOpen, closed }: WaitingFeedback) => isOpen || closed !== null
