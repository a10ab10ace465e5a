const shortest = 4

/** Returns the words by which a phone number is found: its digits, from each digit to the end. */
export function phoneWords(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  const last = Math.max(0, digits.length - shortest)
  return Array.from({ length: last + 1 }, (_, from) => digits.slice(from)).join(' ')
}

/** Returns the digits of a text that looks like a phone number, without the 0 of a national number. */
export function readPhoneDigits(text: string): string | null {
  const digits = text.replace(/[\s()+./-]/g, '').replace(/^0+/, '')
  return /^\d+$/.test(digits) && digits.length >= shortest ? digits : null
}
