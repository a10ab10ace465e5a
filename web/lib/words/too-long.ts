/** Returns the API's error message for a text that is too long. `maxlength` would cut pasted text silently. */
export function tooLong(text: string, most: number): string | undefined {
  const letters = text.trim().length
  return letters > most ? `Use at most ${most} characters. There are ${letters}.` : undefined
}
