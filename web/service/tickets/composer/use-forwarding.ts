import { type ReactNode, useEffect, useRef, useState } from 'react'
import { findLeft } from '#web/lib/kept/kept-work.ts'
import { emptyOutside, type OutsideDraft } from '#web/service/tickets/ticket/outside-draft.ts'

/** React creates the composer again for each `round`. */
type Forwarding = { start: OutsideDraft; round: number }

export type ForwardProps = Forwarding & { top: ReactNode; panelId: string; onSent: () => void }

/**
 * Opens and closes the message to somebody outside, in place of the reply. It is open at first if the browser kept one.
 * `onClosed`: the reply is there again.
 */
export function useForwarding(prefix: string, onClosed: () => void) {
  const [current, setCurrent] = useState<Forwarding | null>(null)
  const rounds = useRef(0)
  const isClosing = useRef(false)

  function open(start: OutsideDraft = emptyOutside) {
    rounds.current += 1
    setCurrent({ start, round: rounds.current })
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
    findLeft(prefix).then(
      (left) => left.length > 0 && rounds.current === 0 && open(),
      () => {},
    )
  }, [])

  return { current, open, close }
}
