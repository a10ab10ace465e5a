import { describe, expect, test } from 'vitest'
import { priorities, ticketTypes } from '#contract/tickets/ticket-values.ts'
import { ticketFields } from '#contract/tickets/tickets.ts'
import { cleanComposed } from '#server/tickets/conversation/messages/compose-text.ts'
import { brambleScripts, customerNames, halyardScripts, type Script, words } from './scripts.ts'

const scripts = [...halyardScripts, ...brambleScripts]
const named = scripts.map((script) => [script.subject, script] as const)
const textsOf = ({ subject, turns }: Script) => [subject, ...turns.map(({ text }) => text)]
const kindsIn = (text: string) => [...text.matchAll(/\{([^}]*)\}/g)].map(([, kind]) => kind!)
const repeated = (values: string[]) => values.filter((value, at) => values.indexOf(value) !== at)

describe.each(named)('the story “%s”', (_, script) => {
  test('is begun by a customer, who is answered', () => {
    expect(script.turns[0]!.by).toBe('customer')
    expect(script.turns.map(({ by }) => by)).toContain('agent')
  })

  test('is a ticket as people may open one', () => {
    expect(ticketFields.subject.parse(script.subject)).toBe(script.subject)
    expect(ticketFields.tags.parse(script.tags)).toEqual(script.tags)
    expect(priorities).toContain(script.priority)
    expect(ticketTypes).toContain(script.type)
    expect(repeated(script.tags)).toEqual([])
  })

  test('leaves out nothing but words that can be filled in', () => {
    const unknown = textsOf(script)
      .flatMap(kindsIn)
      .filter((kind) => !words[kind])
    expect(unknown).toEqual([])
    expect(textsOf(script).filter((text) => /[{}]/.test(text.replace(/\{\w+\}/g, '')))).toEqual([])
  })

  test('is said in words that pass as they are written', () => {
    const texts = script.turns.map(({ text }) => text)
    expect(texts.filter((text) => text.trim() !== text || text === '')).toEqual([])
    expect(texts.filter((text) => /[<>]/.test(text))).toEqual([])
    expect(texts.map((text) => cleanComposed({ text }).text.replace(/\s+/g, ' '))).toEqual(
      texts.map((text) => text.replace(/\s+/g, ' ')),
    )
  })
})

test('each story is told once', () => {
  expect(repeated(scripts.map(({ subject }) => subject))).toEqual([])
  expect(repeated(scripts.flatMap(({ turns }) => turns.map(({ text }) => text)))).toEqual([])
})

test('each company has stories of every urgency that it can show', () => {
  const prioritiesOf = (company: Script[]) => new Set(company.map(({ priority }) => priority))
  expect(prioritiesOf(halyardScripts).size).toBeGreaterThan(2)
  expect(prioritiesOf(brambleScripts).size).toBeGreaterThan(2)
})

test.each(Object.entries(words))('of the words for {%s} there are several, and none twice', (_, choices) => {
  expect(choices.length).toBeGreaterThan(1)
  expect(repeated(choices)).toEqual([])
  expect(choices.filter((choice) => choice.trim() !== choice || /[{}]/.test(choice))).toEqual([])
})

test('each word is used in a story', () => {
  const used = new Set(scripts.flatMap(textsOf).flatMap(kindsIn))
  expect(Object.keys(words).filter((kind) => !used.has(kind))).toEqual([])
})

describe('the customers', () => {
  test('have a name and a surname, each once', () => {
    expect(repeated(customerNames)).toEqual([])
    expect(customerNames.filter((name) => name.split(' ').length < 2)).toEqual([])
  })

  test('have addresses that differ', () => {
    const letters = customerNames.map((name) => name.normalize('NFD').replace(/[^a-zA-Z ]/g, ''))
    expect(repeated(letters)).toEqual([])
  })
})
