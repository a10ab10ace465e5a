import type { FieldServices } from '#web/fields/form/field-services.tsx'
import { type FieldOf, isEmpty, type Values, type WordsAround } from './form/field-shape.ts'
import { kindViewOf } from './kinds.ts'

const mostLetters = 120

export function valueInWords(field: FieldOf, value: unknown, words: WordsAround): string {
  if (isEmpty(value)) return ''
  try {
    return kindViewOf(field.kind).inWords?.(value, words, field) ?? String(value)
  } catch {
    // The value was stored when the field had another kind.
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

type WordsContext = Pick<FieldServices, 'components' | 'timeZone'> & {
  leadOf: (id: string) => { title: string } | undefined
}

export const wordsAround = ({ components, leadOf, timeZone }: WordsContext): WordsAround => ({
  titleOf: (id) => leadOf(id)?.title || 'Untitled',
  timeZone,
  componentName: (key) => components.get(key)?.name ?? key,
})

export function valuesInLine(component: string, values: Values, services: WordsContext): string {
  const words = wordsAround(services)
  const said = (services.components.get(component)?.fields ?? []).map((field) =>
    valueInWords(field, values[field.key], words),
  )
  const line = said.filter(Boolean).slice(0, 2).join(' · ').replace(/\s+/g, ' ')
  return line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line
}
