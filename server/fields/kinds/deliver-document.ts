import type { Document } from '#contract/writing/document.ts'
import type { DeliveryContext } from '#server/fields/kinds/field-kind.ts'

type Attributes = Record<string, unknown>
type DocumentPart = { type: string; attrs?: Attributes; marks?: DocumentPart[]; content?: DocumentPart[] }

/** A document in which the ids of files and entries are replaced by their delivered objects. */
export const deliverDocument = (document: Document, lead: DeliveryContext['lead']): unknown =>
  deliverDocumentPart(document, lead)

function deliverDocumentPart(
  { attrs, marks, content, ...rest }: DocumentPart,
  lead: DeliveryContext['lead'],
): DocumentPart {
  const inner = (parts: DocumentPart[]) => parts.map((part) => deliverDocumentPart(part, lead))
  return {
    ...rest,
    ...(attrs && { attrs: deliverAttributes(attrs, lead) }),
    ...(marks && { marks: inner(marks) }),
    ...(content && { content: inner(content) }),
  }
}

const kinds = { file: 'media', poster: 'media', entry: 'entry' } as const
const isLead = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name)

function deliverAttributes(attributes: Attributes, lead: DeliveryContext['lead']): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (isLead(name)) return [name, lead(kinds[name], String(value))]
      return [name, name === 'link' ? deliverAttributes(value as Attributes, lead) : value]
    }),
  )
}
