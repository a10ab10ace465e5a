const wordsAMinute = 220
/** Of scripts that put no spaces between words. */
const lettersAMinute = 500

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/gu

export function minutesToRead(text: string): number {
  const letters = text.match(unspaced)?.length ?? 0
  const words = text.replace(unspaced, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.max(1, Math.round(words / wordsAMinute + letters / lettersAMinute))
}
