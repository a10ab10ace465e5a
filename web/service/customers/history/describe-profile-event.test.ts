import { expect, test } from 'vitest'
import { describeProfileEvent } from './describe-profile-event.ts'

const plan = (text: string) => ({ field: { id: 'f', key: 'plan', label: 'Plan' }, value: text, text })
const happened = (type: string, old: unknown, after: unknown) => ({ type, old, new: after })

test.each([
  [happened('company.created', null, null), 'created the company'],
  [happened('company.changed', { name: 'Lamps' }, { name: 'Lights' }), 'changed the name from “Lamps” to “Lights”'],
  [
    happened('company.changed', { domains: ['a.example'] }, { domains: ['b.example'] }),
    'added the domain b.example and removed the domain a.example',
  ],
  [
    happened('company.changed', { sharesTickets: false }, { sharesTickets: true }),
    'let its people see each other’s tickets',
  ],
  [happened('company-field.changed', plan('Free'), plan('Pro')), 'changed Plan from “Free” to “Pro”'],
  [happened('customer-field.changed', plan(''), plan('Pro')), 'set Plan to “Pro”'],
  [happened('customer-field.changed', plan('Pro'), plan('')), 'removed Plan “Pro”'],
  [happened('customer.changed', { name: '' }, { name: 'Lin' }), 'set the name to “Lin”'],
  [happened('customer.changed', { language: 'en' }, { language: null }), 'removed the language English'],
  [
    happened('customer.changed', { tags: ['a'], notes: '' }, { tags: ['b'], notes: 'x' }),
    'added the tag “b” and removed the tag “a”, changed the notes',
  ],
])('a change of a customer or company is told with its old and new value', (event, words) => {
  expect(describeProfileEvent(event)).toBe(words)
})
