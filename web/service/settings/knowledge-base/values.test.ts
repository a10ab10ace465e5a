import { expect, test } from 'vitest'
import { isSame } from '#contract/is-same.ts'
import { faultsIn, valuesOf, withHomeText } from './values.ts'

test('a closed knowledge base is for the team alone, and an open one for whom it is', () => {
  const look = { home: {}, headerLinks: [], footerLinks: [], suggestsByMail: true }
  const values = (isOpen: boolean) =>
    valuesOf({ isOpen, audience: 'customers', onMissing: 'not-found', ...look }, { items: ['en'], plainSlugs: [] })
  expect([values(true).readers, values(false).readers]).toEqual(['customers', 'team'])
})

test('a text that is typed and taken away again is no change, in whatever order', () => {
  const saved = { de: { title: 'Hilfe', text: '' }, en: { title: 'Help', text: '' } }
  const without = withHomeText(saved, 'de', { title: '', text: '' })
  expect(without).toEqual({ en: { title: 'Help', text: '' } })
  expect(isSame(withHomeText(without, 'de', { title: 'Hilfe', text: '' }), saved)).toBe(true)
})

test('a link wants a name and an address', () => {
  const links = [
    { label: 'Imprint', href: '/imprint' },
    { label: ' ', href: '' },
  ]
  expect(faultsIn({ footerLinks: links })).toEqual({
    'footerLinks.1.label': 'Enter a name',
    'footerLinks.1.href': 'Enter a URL',
  })
})
