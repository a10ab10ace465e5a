import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'

export type CutPaste = { field: HTMLElement; most: number; text: string }
export type LongPasteOffer = { label: string; onAct: (text: string) => void }

/** Detects a paste that the browser cut at `maxLength`. The handlers in `watch` belong around the field. */
export function useLongPaste(offer?: LongPasteOffer) {
  const [cut, setCut] = useState<CutPaste | null>(null)

  function onPaste({ nativeEvent }: ClipboardEvent) {
    const found = cutBy(nativeEvent)
    watched.add(nativeEvent)
    if (found) setCut(found)
  }

  const onInput = ({ target }: FormEvent) => {
    if (cut && !isFull(target, cut)) setCut(null)
  }

  const act = () => {
    if (cut) offer?.onAct(cut.text)
    // Focuses the text field, because the pressed button disappears.
    cut?.field.focus()
    setCut(null)
  }
  const button = cut && offer && (
    <Button className="mt-1.5" onClick={act}>
      {offer.label}
    </Button>
  )
  return { sentence: cut && sentenceOf(cut), button, watch: { onPaste, onInput } }
}

const watched = new WeakSet<Event>()

/** Returns a pasted text that is too long for its field. Undefined if it fits or another handler takes it. */
export function cutBy(event: globalThis.ClipboardEvent): CutPaste | undefined {
  const { target, clipboardData } = event
  if (watched.has(event) || event.defaultPrevented || !isText(target) || target.maxLength < 0) return undefined
  const { value, selectionStart, selectionEnd, maxLength } = target
  // Browsers count a line break as one character.
  const text = (clipboardData?.getData('text') ?? '').replaceAll('\r\n', '\n')
  const left = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  return left + text.length > maxLength ? { field: target, most: maxLength, text } : undefined
}

export const isFull = (target: EventTarget | null, { most }: CutPaste) => isText(target) && target.value.length >= most

export const sentenceOf = ({ most, text }: CutPaste) =>
  `This field takes at most ${most.toLocaleString('en')} characters. The end of the pasted text (${text.length.toLocaleString('en')} characters) was left out.`

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
