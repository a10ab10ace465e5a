/**
 * Of the languages that a workspace writes in, the one for somebody who prefers a language: that, else another variety of it
 * (RFC 4647, section 3.4, lookup, with varieties beside each other), else undefined.
 */
export function writtenFor(preferred: string | null, written: readonly string[]): string | undefined {
  if (!preferred) return undefined
  const wanted = preferred.toLowerCase()
  return (
    written.find((language) => language.toLowerCase() === wanted) ??
    written.find((language) => baseOf(language) === baseOf(wanted))
  )
}

const baseOf = (language: string) => language.split('-')[0]!.toLowerCase()
