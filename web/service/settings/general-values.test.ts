import { expect, test } from 'vitest'
import { isSame } from '#contract/is-same.ts'
import { faultsIn, toBody } from './general-values.ts'

test('days go as numbers, and only what was changed goes', () => {
  expect(toBody({ closeDays: ' 30', name: 'Halyard' })).toEqual({ closeDays: 30, name: 'Halyard' })
})

test('a logo that was taken away goes as none', () => {
  expect(toBody({ logo: { fileId: null, url: null } })).toEqual({ logoFileId: null })
})

test.each(['', '-1', '1.5', '366', 'a'])('"%s" is no number of days', (typed) => {
  expect(faultsIn({ reopenDays: typed })).toHaveProperty('reopenDays')
})

test('a colour needs six digits', () => {
  expect(faultsIn({ accentColor: '#0b6' })).toHaveProperty('accentColor')
  expect(faultsIn({ accentColor: '#0B6A79' })).toEqual({})
})

test('the logo that is there is not a change', () => {
  expect(isSame({ fileId: null, url: '/a' }, { fileId: null, url: '/a' })).toBe(true)
  expect(isSame({ fileId: null, url: null }, { fileId: null, url: '/a' })).toBe(false)
})

test('addresses of forms and lists go as a list, and what is none is named', () => {
  expect(toBody({ formsAndLists: ' a@example.com\nb@example.com, ' })).toEqual({
    formsAndLists: ['a@example.com', 'b@example.com'],
  })
  expect(faultsIn({ formsAndLists: 'a@example.com\nsupport' })).toEqual({
    formsAndLists: '“support” is no e-mail address',
  })
})
