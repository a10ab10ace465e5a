import { expect, test } from 'vitest'
import { fileBeside } from './files-beside.ts'

const paths = ['a/pictures/lamp.png', 'b/pictures/lamp.png', 'b/pictures/desk.png', 'b/lamp.png.json', 'plan.pdf']

test.each([
  ['https://help.example/a/pictures/lamp.png', 'a/pictures/lamp.png'],
  ['/hc/b/pictures/lamp?size=2', 'b/pictures/lamp.png'],
  ['pictures/lamp.png', null],
  ['other/lamp.png', null],
  ['DESK.png#top', 'b/pictures/desk.png'],
  ['elsewhere/plan', 'plan.pdf'],
  ['lamp.jpg', null],
  ['', null],
])('the address %s means the file %s', (address, path) => {
  expect(fileBeside({ paths }, address)).toBe(path)
})

test('many addresses and many files of one name are told apart', () => {
  const many = Array.from({ length: 9000 }, (_, at) => `folder-${at}/image.png`)
  const found = Array.from({ length: 20_000 }, (_, at) => fileBeside({ paths: many }, `folder-${at}/image.png`))
  expect(found).toEqual(found.map((_, at) => many[at] ?? null))
})
