const mostLetters = 40

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
/** Text that mail programs turn into links: `a://b`, `www.`, `a@b`, `evil.example`, with any form of dots. */
const linked = /\S*(:\/\/|www[.。．｡]|@|[\p{L}\p{N}][.。．｡]\p{L}{2})\S*/giu
const phoneNumber = /\+?\d[\d\s()./-]{5,}\d/g

/** Shortens a stranger's name and removes addresses, links and phone numbers. Returns `otherwise` if empty. */
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
