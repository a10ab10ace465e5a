type Props = {
  text: string
  most?: number | undefined
  /** The limit of the kind. It is shown only when it is exceeded. */
  cap?: number
}

/** Shows the number of characters and the limit. Nothing is cut, because a person who pastes would not notice. */
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
