/** The variables that every macro can use. Fields of tickets and customers and the inputs of a macro are variables, too. */
export const macroVariables = [
  'ticket.number',
  'ticket.subject',
  'ticket.url',
  'customer.name',
  'customer.first_name',
  'agent.name',
  'agent.first_name',
  'workspace.name',
] as const

export const fieldVariable = (owner: 'ticket' | 'customer', key: string) => `${owner}.field.${key}`
export const inputVariable = (key: string) => `input.${key}`

/** A variable in a text, such as `{{customer.first_name | "there"}}`. `from` and `to` are its place in the text. */
export type VariableUse = { key: string; fallback: string; from: number; to: number }

const variable = /\{\{\s*([\w.]+)\s*(?:\|\s*["“”]([^"“”{}]*)["“”]\s*)?\}\}/g

export const findVariables = (text: string): VariableUse[] =>
  [...text.matchAll(variable)].map(({ 0: { length }, 1: key = '', 2: fallback = '', index }) => ({
    ...{ key, fallback },
    ...{ from: index, to: index + length },
  }))

const isVariable = ({ key }: VariableUse) =>
  macroVariables.some((known) => known === key) ||
  key.startsWith(fieldVariable('ticket', '')) ||
  key.startsWith(fieldVariable('customer', '')) ||
  key.startsWith(inputVariable(''))

/** Finds the variables that still need a value. A message with one of them is not sent. */
export const findUnfilled = (text: string): VariableUse[] => findVariables(text).filter(isVariable)

export const unfilledWords = (uses: Pick<VariableUse, 'key'>[]) =>
  `There is no value for ${[...new Set(uses.map(({ key }) => `{{${key}}}`))].join(', ')}. Write the words instead.`

export type FilledPiece = { text: string; state: 'plain' | 'filled' | 'missing' }

/**
 * Replaces the variables of a plain text. A variable without a value gets its fallback. Without a fallback, it stays as
 * it is and is `missing`.
 */
export function fillText(text: string, valueFor: (key: string) => string | null | undefined): FilledPiece[] {
  const pieces: FilledPiece[] = []
  let end = 0
  for (const { key, fallback, from, to } of findVariables(text)) {
    if (from > end) pieces.push({ text: text.slice(end, from), state: 'plain' })
    const value = valueFor(key)?.trim() || fallback
    pieces.push(value ? { text: value, state: 'filled' } : { text: text.slice(from, to), state: 'missing' })
    end = to
  }
  if (end < text.length) pieces.push({ text: text.slice(end), state: 'plain' })
  return pieces
}

/** Returns the braces of a text that belong to no variable. */
export function findStrayBraces(text: string): string | undefined {
  const rest = fillText(text, () => null).flatMap(({ state, text }) => (state === 'plain' ? [text] : []))
  return rest.map((part) => /.{0,20}(?:\{\{|\}\}).{0,20}/s.exec(part)?.[0].trim()).find((found) => found !== undefined)
}
