import { expect, test } from 'vitest'
import { articlesHref, isFiltered, readArticlesQuery } from './articles-query.ts'

const read = (search: string) => readArticlesQuery(new URLSearchParams(search))
const id = '018f2f6e-7c7a-7c7a-8c7a-0123456789ab'

test('an address and what it asks for are the same thing', () => {
  const search = `status=in_review&q=night+shift&category=${id}&visibility=team&owner=${id}&label=pay&language=-de&order=helpful`
  const query = read(search)
  expect(query).toMatchObject({ stage: 'in_review', q: 'night shift', category: id, language: '-de', order: 'helpful' })
  expect(readArticlesQuery(new URL(articlesHref(query), 'http://x').searchParams)).toEqual(query)
})

test('what the list does not know is left out', () => {
  const query = read('order=luck&status=lost&category=everything&visibility=mine&owner=me&language=Klingon%20x')
  expect(query).toMatchObject({ stage: null, category: null, visibility: null, owner: null, language: null })
  expect(articlesHref(query)).toBe('/service/knowledgebase/admin/articles')
})

test('a view or a category is a place, and whatever narrows it a filter', () => {
  expect([read('status=draft'), read(`category=${id}`), read('category=none')].map(isFiltered)).toEqual([
    false,
    false,
    false,
  ])
  expect([read('q=x'), read(`status=draft&category=${id}`), read('label=pay')].map(isFiltered)).toEqual([
    true,
    true,
    true,
  ])
})
