import { type ClipboardEvent, type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button/button.tsx'

type Cut = { field: HTMLElement; most: number; text: string }
/** What may become of a text that does not fit. */
export type LongPasteOffer = { label: string; onAct: (text: string) => void }

/**
 * Browsers leave out what of a pasted text is beyond `maxLength`, without a word. This says so, as long as the field is full.
 * `watch` goes onto an element around the field.
 */
export function useLongPaste(offer?: LongPasteOffer) {
  const [cut, setCut] = useState<Cut | null>(null)

  function onPaste({ target, clipboardData }: ClipboardEvent) {
    if (!isText(target) || target.maxLength < 0) return
    const { value, selectionStart, selectionEnd, maxLength } = target
    // As the browser counts a line break in a field: as one character.
    const text = clipboardData.getData('text').replaceAll('\r\n', '\n')
    const left = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
    if (left + text.length > maxLength) setCut({ field: target, most: maxLength, text })
  }

  const onInput = ({ target }: FormEvent) => {
    if (cut && isText(target) && target.value.length < cut.most) setCut(null)
  }

  const act = () => {
    if (cut) offer?.onAct(cut.text)
    // The button goes, and the text is written on.
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

const sentenceOf = ({ most, text }: Cut) =>
  `This field takes at most ${most.toLocaleString('en')} characters. The end of the pasted text (${text.length.toLocaleString('en')} characters) was left out.`

const isText = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
