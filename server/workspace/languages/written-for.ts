/**
 * The language of the workspace that fits a preferred language: the same, or another variety of it (RFC 4647, section
 * 3.4, lookup, with varieties beside each other). Otherwise undefined.
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
