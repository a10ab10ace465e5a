import { type ReactNode, useEffect, useRef, useState } from 'react'
import { findLeft } from '#web/lib/kept/kept-work.ts'
import { emptyOutside, type OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'

/** React creates the composer again for each `round`. */
type Forwarding = { start: OutsideDraft; round: number }

export type ForwardProps = Forwarding & { top: ReactNode; panelId: string; onSent: () => void }

type Options = {
  prefix: string
  /** Returns what a message begins with if the browser kept none. */
  findStart: () => OutsideDraft
  /** The reply is there again. */
  onClosed: () => void
}

/** Opens and closes the message to somebody outside, in place of the reply. It is open at first if the browser kept one. */
export function useForwarding({ prefix, findStart, onClosed }: Options) {
  const [current, setCurrent] = useState<Forwarding | null>(null)
  const rounds = useRef(0)
  const isClosing = useRef(false)

  function open(start: OutsideDraft) {
    rounds.current += 1
    setCurrent({ start, round: rounds.current })
  }

  const hasKept = async () => (await findLeft(prefix).catch(() => [])).length > 0

  /** Opens the message that the browser kept, or begins one. */
  const goOn = async () => {
    const start = (await hasKept()) ? emptyOutside : findStart()
    if (!current) open(start)
  }

  function close() {
    isClosing.current = true
    setCurrent(null)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it was closed
  useEffect(() => {
    if (current || !isClosing.current) return
    isClosing.current = false
    onClosed()
  }, [current])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void hasKept().then((isKept) => isKept && rounds.current === 0 && open(emptyOutside))
  }, [])

  return { current, open, goOn, close }
}
