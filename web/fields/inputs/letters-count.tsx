/** How many letters there are of as many as there may be, once that is near. */
export function LettersCount({ text, most }: { text: string; most: number | undefined }) {
  if (!most || text.length < most * 0.7) return null
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
