import { expect, test } from 'vitest'
import type { Category } from '#web/service/knowledge-base/article/types.ts'
import { bodiesOf, faultsIn, languageOfFault, newCategoryOf, placed, valuesOf } from './category-values.ts'

const category: Category = {
  ...{ id: 'c', parent: null, name: 'Pay', slug: 'pay', description: '', icon: 'star', visibility: 'team' },
  ...{ articleCount: 0, texts: [{ language: 'en', name: 'Pay', description: '' }] },
}

test('a category has its words in every language, also in those it has none in yet', () => {
  expect(valuesOf(category, ['en', 'de'], null)).toMatchObject({ 'name.en': 'Pay', 'name.de': '', parent: 'none' })
})

test('each language that was changed is asked for by itself, and all else with the first, with what it was', () => {
  const changes = { icon: 'bell', parent: 'none', 'name.de': 'Lohn', 'description.fr': 'Paie' } as const
  const base = { icon: 'book', parent: 'above', 'name.de': '', 'description.fr': 'Salaire' } as const
  expect(bodiesOf(changes, base, ['en', 'de', 'fr'])).toEqual([
    { icon: 'bell', parent: null, language: 'de', name: 'Lohn', base: { icon: 'book', parent: 'above', name: '' } },
    { language: 'fr', description: 'Paie', base: { description: 'Salaire' } },
  ])
})

test('a new category leaves its address to its name', () => {
  const values = valuesOf(null, ['en'], 'above')
  expect(newCategoryOf({ ...values, 'name.en': 'Pay' }, 'en')).toMatchObject({ name: 'Pay', parent: 'above' })
  expect(newCategoryOf(values, 'en')).not.toHaveProperty('slug')
})

test('a name is wanted in the first language, and wherever there was one or is a description', () => {
  const saved = valuesOf(category, ['en', 'de'], null)
  expect(faultsIn({ ...saved, 'name.en': ' ' }, saved, ['en', 'de'])).toEqual({ 'name.en': 'Enter a name' })
  expect(faultsIn({ ...saved, 'description.de': 'Ja' }, saved, ['en', 'de'])).toEqual({ 'name.de': 'Enter a name' })
  expect(faultsIn(saved, saved, ['en', 'de'])).toEqual({})
  expect(faultsIn({ ...saved, slug: '' }, saved, ['en'])).toEqual({ slug: 'Enter an address' })
})

test('a refusal stands beside the field that it is about', () => {
  const problem = { type: '', title: '', status: 409, detail: 'Taken', code: 'category-slug-taken' }
  expect(placed(problem, 'en').fields).toEqual({ slug: 'Taken' })
  const { fields } = placed({ ...problem, code: 'invalid', fields: { name: 'Too long', icon: 'No' } }, 'de')
  expect(fields).toEqual({ 'name.de': 'Too long', icon: 'No' })
  expect(languageOfFault(fields)).toBe('de')
  expect(languageOfFault({ slug: 'Taken' })).toBeUndefined()
})
