type Props = {
  text: string
  most?: number | undefined
  /** Limit of the field kind, which applies if `most` is absent. Shown only if the text exceeds it. */
  cap?: number
}

/** Shows the length and the limit. Does not cut the text, because people would not notice the cut. */
export function LettersCount({ text, cap, most = cap && text.length > cap ? cap : undefined }: Props) {
  if (!most) return null
  return (
    <p
      className={
        text.length > most ? 'mt-1 text-meta text-red-ink tabular-nums' : 'mt-1 text-meta text-ink-3 tabular-nums'
      }
    >
      {text.length} of {most} characters
    </p>
  )
}
