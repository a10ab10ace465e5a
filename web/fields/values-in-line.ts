import type { Component } from './form/around.tsx'
import { type FieldOf, isEmpty, type Values, type WordsAround } from './form/field-shape.ts'
import { faceOf } from './kinds.ts'

const mostLetters = 120

/** A value in one line. */
export function valueInWords(field: FieldOf, value: unknown, words: WordsAround): string {
  if (isEmpty(value)) return ''
  try {
    return faceOf(field.kind).inWords?.(value, words, field) ?? String(value)
  } catch {
    // Stored when the field was of another kind.
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

type WordsContext = {
  components: ReadonlyMap<string, Component>
  leadOf: (id: string) => { title: string } | undefined
  timeZone: string
}

export const wordsAround = ({ components, leadOf, timeZone }: WordsContext): WordsAround => ({
  titleOf: (id) => leadOf(id)?.title || 'Untitled',
  timeZone,
  componentName: (key) => components.get(key)?.name ?? key,
})

/** The first values of a component in one line. */
export function valuesInLine(component: string, values: Values, around: WordsContext): string {
  const words = wordsAround(around)
  const said = (around.components.get(component)?.fields ?? []).map((field) =>
    valueInWords(field, values[field.key], words),
  )
  const line = said.filter(Boolean).slice(0, 2).join(' · ').replace(/\s+/g, ' ')
  return line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line
}
