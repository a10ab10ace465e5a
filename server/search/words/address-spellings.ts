import { domainToUnicode } from 'node:url'

/** An address with its domain in its own script instead of ASCII (`xn--`). */
export function inOwnScript(address: string): string {
  if (!address.includes('xn--')) return address
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + (domainToUnicode(address.slice(at)) || address.slice(at))
}

const inAscii = /\S{0,64}@(?:[a-z0-9-]{1,63}\.){0,20}xn--[a-z0-9.-]{1,250}/gi

/** A text, followed by its addresses with domains in their own script. */
export function withOwnScript(text: string): string {
  if (!/xn--/i.test(text)) return text
  const read = text.match(inAscii)?.map((address) => inOwnScript(address.toLowerCase().replace(/[.-]+$/, ''))) ?? []
  return [text, ...read].join(' ')
}
