import type { FieldsAround } from '#web/fields/form/around.tsx'
import { type FieldOf, isEmpty, type Values, type WordsAround } from './form/field-shape.ts'
import { faceOf } from './kinds.ts'

const mostLetters = 120

export function valueInWords(field: FieldOf, value: unknown, words: WordsAround): string {
  if (isEmpty(value)) return ''
  try {
    return faceOf(field.kind).inWords?.(value, words, field) ?? String(value)
  } catch {
    // The value was stored when the field had another kind.
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

type WordsContext = Pick<FieldsAround, 'components' | 'timeZone'> & {
  leadOf: (id: string) => { title: string } | undefined
}

export const wordsAround = ({ components, leadOf, timeZone }: WordsContext): WordsAround => ({
  titleOf: (id) => leadOf(id)?.title || 'Untitled',
  timeZone,
  componentName: (key) => components.get(key)?.name ?? key,
})

export function valuesInLine(component: string, values: Values, around: WordsContext): string {
  const words = wordsAround(around)
  const said = (around.components.get(component)?.fields ?? []).map((field) =>
    valueInWords(field, values[field.key], words),
  )
  const line = said.filter(Boolean).slice(0, 2).join(' · ').replace(/\s+/g, ' ')
  return line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line
}
