import { expect, test } from 'vitest'
import { accentRules, contrast } from './accent.ts'

test('a dark colour takes the light theme, and leaves petrol to the dark one', () => {
  const rules = accentRules('#1F5530')
  expect(rules).toContain(':root{--st-accent:#1F5530')
  expect(rules).toContain(':root[data-theme="dark"]{--st-accent:#3fb0c1')
})

test('a colour too pale for white paper leaves petrol there', () => {
  expect(accentRules('#ffd400')).not.toMatch(/^:root\{/)
  expect(accentRules('#ffd400')).toContain(':root[data-theme="dark"]{--st-accent:#ffd400')
})

test.each([null, '', 'red', '#12345', '#123456;}body{display:none'])('%j is not taken into a style sheet', (color) => {
  expect(accentRules(color)).toBe('')
})

test('black on white has the highest contrast there is', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})
