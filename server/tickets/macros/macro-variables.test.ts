import { expect, test } from 'vitest'
import { fillText, findStrayBraces, findUnfilled, unfilledWords } from '#contract/tickets/macro-variables.ts'

const values: Record<string, string> = { 'customer.first_name': 'Rosa', 'input.amount': '<b>5</b>' }
const filled = (text: string) => fillText(text, (key) => values[key])

test('a variable gets its value, and the words around it stay', () => {
  expect(filled('Hi {{customer.first_name}}, you get {{ input.amount }}.')).toEqual([
    { text: 'Hi ', state: 'plain' },
    { text: 'Rosa', state: 'filled' },
    { text: ', you get ', state: 'plain' },
    { text: '<b>5</b>', state: 'filled' },
    { text: '.', state: 'plain' },
  ])
})

test('a variable without a value gets its fallback, in straight and in typographic quotes', () => {
  expect(filled('{{customer.name | "there"}}')).toEqual([{ text: 'there', state: 'filled' }])
  expect(filled('{{customer.name|“there”}}')).toEqual([{ text: 'there', state: 'filled' }])
  expect(filled('{{customer.first_name | "there"}}')).toEqual([{ text: 'Rosa', state: 'filled' }])
})

test('a variable without value and fallback stays in the text and is missing', () => {
  expect(filled('Dear {{customer.name}}')).toEqual([
    { text: 'Dear ', state: 'plain' },
    { text: '{{customer.name}}', state: 'missing' },
  ])
})

test('a value is never read for variables again', () => {
  const pieces = fillText('{{customer.name}}', () => '{{agent.name}}')
  expect(pieces).toEqual([{ text: '{{agent.name}}', state: 'filled' }])
})

test('only the variables of macros are unfilled, not those of other programs', () => {
  const uses = findUnfilled('{{customer.name}} {{input.sum}} {{ticket.field.plan}} {{user}} {{customer.name}}')
  expect(uses.map(({ key }) => key)).toEqual(['customer.name', 'input.sum', 'ticket.field.plan', 'customer.name'])
  expect(unfilledWords(uses)).toBe(
    'There is no value for {{customer.name}}, {{input.sum}}, {{ticket.field.plan}}. Write the words instead.',
  )
})

test('braces that belong to no variable are found', () => {
  expect(findStrayBraces('Hi {{customer.name}}')).toBeUndefined()
  expect(findStrayBraces('Hi {{customer name}} there')).toBe('Hi {{customer name}} there')
  expect(findStrayBraces('Hi {{customer.name')).toBe('Hi {{customer.name')
})
