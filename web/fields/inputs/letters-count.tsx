/** How many letters there are of as many as there may be. */
export function LettersCount({ text, most }: { text: string; most: number | undefined }) {
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
