/**
 * Returns the same error message as the API if a text is too long. Fields use this check instead of `maxlength`, with
 * which browsers cut pasted text silently.
 */
export function tooLong(text: string, most: number): string | undefined {
  const letters = text.trim().length
  return letters > most ? `Use at most ${most} characters. There are ${letters}.` : undefined
}
