import { expect, test } from 'vitest'
import type { Component } from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import { writableValue, writableValues } from './writable-values.ts'

const field = (key: string, more: object = {}) => ({ key, kind: 'text', writtenBy: 'members', ...more }) as FieldOf
const seat = { key: 'seat', fields: [field('colour'), field('rank', { writtenBy: 'admins' })] } as Component
const row = { key: 'row', fields: [field('name'), field('seats', { kind: 'group', component: 'seat' })] } as Component
const services = {
  components: new Map([seat, row].map((one) => [one.key, one])),
  mayWrite: ({ writtenBy }: FieldOf) => writtenBy === 'members',
}

test('what only others write is not taken to another place, at whatever depth', () => {
  const seats = [{ colour: 'red', rank: 'first' }]
  expect(writableValues('row', { name: 'A', seats }, services)).toEqual({ name: 'A', seats: [{ colour: 'red' }] })
  const block = { id: '1', type: 'seat', colour: 'red', rank: 'first' }
  expect(writableValue(field('body', { kind: 'blocks' }), [block], services)).toEqual([
    { id: '1', type: 'seat', colour: 'red' },
  ])
  expect(writableValue(field('title'), 'It', services)).toBe('It')
})
