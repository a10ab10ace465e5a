import { domainToUnicode } from 'node:url'

/** Decodes an ASCII domain (`xn--`) of an address to its own script. */
export function inOwnScript(address: string): string {
  if (!address.includes('xn--')) return address
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at))
}

const inAscii = /\S{0,64}@(?:[a-z0-9-]{1,63}\.){0,20}xn--[a-z0-9.-]{1,250}/gi

/** Appends to the text the decoded form of each address with an ASCII domain (`xn--`). */
export function withOwnScript(text: string): string {
  if (!/xn--/i.test(text)) return text
  const read = text.match(inAscii)?.map((address) => inOwnScript(address.toLowerCase().replace(/[.-]+$/, ''))) ?? []
  return [text, ...read].join(' ')
}
