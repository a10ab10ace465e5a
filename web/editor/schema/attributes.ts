import type { Attribute } from '@tiptap/core'
import { isUuid } from '#contract/uuid.ts'
import type { LinkTarget, Reference } from '#contract/writing/document.ts'
import { readWebAddress } from '#web/lib/intake/web-address.ts'

export const carriedText = (name: string, fallback: string | null = null): Attribute => ({
  default: fallback,
  parseHTML: (element) => element.getAttribute(`data-${name}`) ?? fallback,
  renderHTML: (attributes) => (attributes[name] === null ? {} : { [`data-${name}`]: attributes[name] }),
})

export const carriedValue = (name: string, read: (value: unknown) => unknown): Attribute => ({
  default: null,
  parseHTML: (element) => read(parseJson(element.getAttribute(`data-${name}`))),
  renderHTML: (attributes) => (attributes[name] === null ? {} : { [`data-${name}`]: JSON.stringify(attributes[name]) }),
})

export function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns null for an invalid reference, because pasted HTML can contain any value. */
export function readReference(value: unknown): Reference | null {
  const { kind, id, anchor }: { kind?: unknown; id?: unknown; anchor?: unknown } = value ?? {}
  if ((kind !== 'article' && kind !== 'category') || typeof id !== 'string' || !isUuid(id.toLowerCase())) return null
  return typeof anchor === 'string' && anchor !== '' ? { kind, id, anchor } : { kind, id }
}

export function readTarget(value: unknown): LinkTarget | null {
  const { href, reference, entry }: { href?: unknown; reference?: unknown; entry?: unknown } = value ?? {}
  const known = readReference(reference)
  if (known) return { reference: known }
  const named = typeof entry === 'string' ? readId(entry) : null
  if (named) return { entry: named }
  const address = typeof href === 'string' ? readWebAddress(href) : null
  return address === null ? null : { href: address }
}

export const readWidth = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 16 ? Math.min(Number(value), 4096) : null

export const readId = (value: string | null) => (value && isUuid(value.toLowerCase()) ? value : null)
