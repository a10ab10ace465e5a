import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { stayLoaded } from './stay-loaded.ts'

const isReadAgain = (to: string, more: Partial<ShouldRevalidateFunctionArgs> = {}) =>
  stayLoaded({
    currentUrl: new URL('http://acme.test/tickets?page=1'),
    nextUrl: new URL(to, 'http://acme.test/tickets?page=1'),
    defaultShouldRevalidate: true,
    ...more,
  } as ShouldRevalidateFunctionArgs)

test('going to another page reads nothing of the frame again', () => {
  expect(isReadAgain('/customers')).toBe(false)
  expect(isReadAgain('?page=2')).toBe(false)
})

test('a form and a page that asks for everything anew read it again', () => {
  expect(isReadAgain('/customers', { formMethod: 'POST' })).toBe(true)
  expect(isReadAgain('?page=1')).toBe(true)
})

test('what the router leaves aside stays aside', () => {
  expect(isReadAgain('?page=1', { defaultShouldRevalidate: false })).toBe(false)
})
