import { expect, test } from 'vitest'
import { versionOfEdit } from './versions.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const last = { number: 3, kind: 'edit', createdBy: 'mina', createdAt: minutesAgo(9) }

test.each([
  ['somebody who is at work joins the version before', last, { number: 3, isNew: false }],
  ['somebody else begins one', { ...last, createdBy: 'jonas' }, { number: 6, isNew: true }],
  ['so does who comes back later', { ...last, createdAt: minutesAgo(11) }, { number: 6, isNew: true }],
  ['and who goes on after a publication', { ...last, kind: 'publication' }, { number: 6, isNew: true }],
  ['and whoever is the first', undefined, { number: 6, isNew: true }],
])('%s', (_, before, version) => {
  expect(versionOfEdit(5, before, 'mina')).toEqual(version)
})
