/** What the API says of a text that is too long, beside it before it is sent. Cut by the browser it would be gone without a word. */
export function tooLong(text: string, most: number): string | undefined {
  const letters = text.trim().length
  return letters > most ? `Use at most ${most} characters. There are ${letters}.` : undefined
}
