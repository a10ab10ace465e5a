import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { stayLoaded } from './read-again.ts'

const isReadAgain = (to: string, more: Partial<ShouldRevalidateFunctionArgs> = {}) =>
  stayLoaded({
    currentUrl: new URL('http://acme.test/tickets?page=1'),
    nextUrl: new URL(to, 'http://acme.test/tickets?page=1'),
    defaultShouldRevalidate: true,
    ...more,
  } as ShouldRevalidateFunctionArgs)

test('going to another page and reading the page anew leave the frame as it is', () => {
  expect(isReadAgain('/customers')).toBe(false)
  expect(isReadAgain('?page=2')).toBe(false)
  expect(isReadAgain('?page=1')).toBe(false)
})

test('a form that was posted reads it again', () => {
  expect(isReadAgain('/customers', { formMethod: 'POST' })).toBe(true)
})

test('what the router leaves aside stays aside', () => {
  expect(isReadAgain('?page=1', { formMethod: 'POST', defaultShouldRevalidate: false })).toBe(false)
})
