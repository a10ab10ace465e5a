const mostLetters = 40

/** Bytes that write nothing or turn what is written around. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** What a mail program makes a link of, however its dots are drawn: `a://b`, `www.`, `a@b`, `evil.example`. */
const linked = /\S*(:\/\/|www[.。．｡]|@|[\p{L}\p{N}][.。．｡]\p{L}{2})\S*/giu
const phoneNumber = /\+?\d[\d\s()./-]{5,}\d/g

/**
 * A name that a stranger chose, for a mail of the product's own to somebody who proved nothing: short, without addresses,
 * links and telephone numbers, so that it carries no message. What is left of nothing is the other name.
 */
export function plainName(name: string, otherwise: string): string {
  const words = name.normalize('NFKC').replace(invisible, '').replace(linked, ' ').replace(phoneNumber, ' ')
  const letters = [...words.replace(/[<>"[\]()\s]+/g, ' ').trim()]
  if (letters.length === 0) return otherwise
  return letters.length > mostLetters
    ? `${letters
        .slice(0, mostLetters - 1)
        .join('')
        .trim()}…`
    : letters.join('')
}
