type Props = {
  text: string
  /** What the field says of its length. */
  most?: number | undefined
  /** What its kind takes, of which nothing is said before there is more. */
  cap?: number
}

/** How many letters there are of as many as there may be. Nothing is cut, since whoever pastes would not see it. */
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
