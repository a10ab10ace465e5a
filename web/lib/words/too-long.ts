/** Returns the API's message for a too long text before sending. A browser would cut the text silently. */
export function tooLong(text: string, most: number): string | undefined {
  const letters = text.trim().length
  return letters > most ? `Use at most ${most} characters. There are ${letters}.` : undefined
}
