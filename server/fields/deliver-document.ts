import type { Document } from '#contract/writing/document.ts'
import type { Delivery } from '#server/fields/field-kind.ts'

type Attributes = Record<string, unknown>
type Part = { type: string; attrs?: Attributes; marks?: Part[]; content?: Part[] }

/** A document in which the ids of files and entries are replaced by their delivered objects. */
export const deliverDocument = (document: Document, lead: Delivery['lead']): unknown => deliverPart(document, lead)

function deliverPart({ attrs, marks, content, ...rest }: Part, lead: Delivery['lead']): Part {
  const inner = (parts: Part[]) => parts.map((part) => deliverPart(part, lead))
  return {
    ...rest,
    ...(attrs && { attrs: deliverAttributes(attrs, lead) }),
    ...(marks && { marks: inner(marks) }),
    ...(content && { content: inner(content) }),
  }
}

const kinds = { file: 'media', poster: 'media', entry: 'entry' } as const
const isLead = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name)

function deliverAttributes(attributes: Attributes, lead: Delivery['lead']): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (isLead(name)) return [name, lead(kinds[name], String(value))]
      return [name, name === 'link' ? deliverAttributes(value as Attributes, lead) : value]
    }),
  )
}
