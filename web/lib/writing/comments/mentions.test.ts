import { expect, test } from 'vitest'
import { type Mentionable, mentionedIn, offered, piecesOf, queryAt, withMention } from './mentions.ts'

const member = (id: string, name: string, surname = '', status = 'active') =>
  ({ id, name, surname, email: `${id}@x.test`, status }) as Mentionable
const team = [
  member('ada', 'Ada', 'Byron'),
  member('ann', 'Ann', 'Lee'),
  member('anna', 'Ann', 'Leeds'),
  member('olaf', 'Olaf', 'Gone', 'inactive'),
  member('new', ''),
  member('zoe', 'Zoë', 'de Wit'),
]

test.each([
  ['@Ada Byron, look', ['ada']],
  ['(@Ada Byron)', ['ada']],
  ['@Ann Leeds', ['anna']],
  ['@Ann Lee and @Ann Leeds', ['ann', 'anna']],
  ['Ada Byron', []],
  ['x@Ada Byron', []],
  ['@Ada Byronic', []],
  ['@Olaf Gone', []],
  ['@new@x.test here', ['new']],
  ['@Zoë de Wit', ['zoe']],
  ['', []],
])('%j mentions %j', (text, ids) => {
  expect(mentionedIn(text, team)).toEqual(ids)
})

test.each([
  ['@', ''],
  ['see @Ad', 'Ad'],
  ['see @Ada By', 'Ada By'],
  ['@Ada Byron is', undefined],
  ['mail@Ad', undefined],
  ['@Zoë ', 'Zoë '],
  ['nothing', undefined],
])('%j asks for %j', (text, query) => {
  expect(queryAt(text, text.length)).toBe(query)
})

test.each([
  ['', ['ada', 'ann', 'anna', 'new', 'zoe']],
  ['an', ['ann', 'anna']],
  ['lee', ['ann', 'anna']],
  ['Ann Lee', ['anna']],
  ['Ada Byron', []],
  ['x', []],
])('%j offers %j', (query, ids) => {
  expect(offered(query, team).map(({ id }) => id)).toEqual(ids)
})

test('a name takes the place of what was typed of it, wherever the caret is', () => {
  expect(withMention('Hi @ad, look', 6, team[0]!)).toEqual({ text: 'Hi @Ada Byron , look', caret: 14 })
  expect(withMention('Hi @ad look', 6, team[0]!)).toEqual({ text: 'Hi @Ada Byron look', caret: 14 })
})

test('the names in a text are told apart from the rest, the longer one first', () => {
  expect(piecesOf('Hi @Ann Leeds and @Ann Lee!', ['Ann Lee', 'Ann Leeds']).map(({ text }) => text)).toEqual([
    ...['Hi ', '@Ann Leeds', ' and ', '@Ann Lee', '!'],
  ])
  expect(piecesOf('Nobody', ['Ann Lee'])).toEqual([{ text: 'Nobody', isMention: false }])
  expect(piecesOf('', [])).toEqual([])
})
