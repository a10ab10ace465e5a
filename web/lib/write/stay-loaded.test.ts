import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { stayLoaded } from './stay-loaded.ts'

const isReadAgain = (more: Partial<ShouldRevalidateFunctionArgs> = {}) =>
  stayLoaded({ defaultShouldRevalidate: true, ...more } as ShouldRevalidateFunctionArgs)

test('a page that changes, or another one, reads nothing of its frame again', () => {
  expect(isReadAgain()).toBe(false)
})

test('a form reads the frame again', () => {
  expect(isReadAgain({ formMethod: 'POST' })).toBe(true)
})

test('what the router leaves aside stays aside', () => {
  expect(isReadAgain({ formMethod: 'POST', defaultShouldRevalidate: false })).toBe(false)
})
