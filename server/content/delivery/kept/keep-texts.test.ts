import { expect, test } from 'vitest'
import { keepTexts } from './keep-texts.ts'

const answerOf = (size: number) => ({ headers: {}, unchanged: {}, bytes: Buffer.alloc(size) })

test('an answer is kept from the second time on that it was asked for', () => {
  const texts = keepTexts()
  const answer = answerOf(10)
  texts.keep('question', 'tag', answer)
  expect(texts.find('question')).toBeUndefined()
  texts.keep('question', 'tag', answer)
  expect(texts.find('question')).toBe(answer)
})

test('what nobody asks for again drives out nothing', () => {
  const texts = keepTexts()
  for (const _ of [1, 2]) texts.keep('asked again', 'tag', answerOf(1_000_000))
  for (let number = 0; number < 200; number += 1) texts.keep(`${number}`, `tag ${number}`, answerOf(1_000_000))
  expect(texts.find('asked again')).toBeDefined()
})

test('what is kept has a bound, beyond which the one that was not asked for longest goes', () => {
  const texts = keepTexts()
  for (let number = 0; number < 60; number += 1)
    for (const _ of [1, 2]) texts.keep(`${number}`, `tag ${number}`, answerOf(1_000_000))
  expect(texts.find('0')).toBeUndefined()
  expect(texts.find('59')).toBeDefined()
})
