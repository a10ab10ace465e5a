import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { type CutPaste, cutBy, isFull, sentenceOf } from '#web/ui/form/long-paste.tsx'

export function LongPasteNotice() {
  const [cut, setCut] = useState<CutPaste>()

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => setCut(cutBy(event))
    // Listens on `window`, after React's handlers, so that a `Field` around the input handles the paste first.
    window.addEventListener('paste', onPaste)
    return () => window.removeEventListener('paste', onPaste)
  }, [])

  useEffect(() => {
    if (!cut) return
    const end = () => setCut(undefined)
    const endOnceShorter = ({ target }: Event) => {
      if (target === cut.field && !isFull(target, cut)) end()
    }
    const follow = () => setCut({ ...cut })
    const listeners = { input: endOnceShorter, focusout: end, scroll: follow, resize: follow }
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, true)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener, true)
    }
  }, [cut])

  if (!cut) return null
  const sentence = sentenceOf(cut)
  return (
    <>
      {createPortal(<Bubble sentence={sentence} field={cut.field} />, document.body)}
      {/* The message is placed inside an open dialog, because screen readers ignore everything outside it. */}
      {createPortal(
        <p role="alert" className="sr-only">
          {sentence}
        </p>,
        cut.field.closest('[role=dialog]') ?? document.body,
      )}
    </>
  )
}

const widthPx = 300
const marginPx = 8

function Bubble({ sentence, field }: { sentence: string; field: HTMLElement }) {
  const { left, top, bottom } = field.getBoundingClientRect()
  const isAbove = bottom + 100 > window.innerHeight
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-30 max-w-75 rounded-sm border border-red-solid bg-red-tint px-2.5 py-1.5 text-meta text-red-ink shadow-menu"
      style={{
        left: Math.max(marginPx, Math.min(left, window.innerWidth - widthPx - marginPx)),
        ...(isAbove ? { bottom: window.innerHeight - top + 6 } : { top: bottom + 6 }),
      }}
    >
      {sentence}
    </div>
  )
}
