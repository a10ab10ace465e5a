/** The API's message for a text that is too long, shown before it is sent. A browser would cut it without a message. */
export function tooLong(text: string, most: number): string | undefined {
  const letters = text.trim().length
  return letters > most ? `Use at most ${most} characters. There are ${letters}.` : undefined
}
