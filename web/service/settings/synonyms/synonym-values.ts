import type { z } from 'zod'
import type { changeSynonyms, showSynonyms } from '#contract/knowledge-base/search.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Outcome } from '#web/lib/write/writer.ts'

export type Synonym = z.output<typeof showSynonyms.answer>['items'][number]
export const mostSynonyms = 500
const most = { words: 20, letters: 60 }

export type SynonymDraft = { words: string; leadsTo: string; isOneWay: boolean; language: string }

export const everyLanguage = ''
export const emptyTyped: SynonymDraft = { words: '', leadsTo: '', isOneWay: false, language: everyLanguage }

export const typedOf = ({ words, leadsTo, language }: Synonym): SynonymDraft => ({
  words: words.join(', '),
  leadsTo: leadsTo.join(', '),
  isOneWay: leadsTo.length > 0,
  language: language ?? everyLanguage,
})

export const synonymOf = ({ words, leadsTo, isOneWay, language }: SynonymDraft): Synonym => ({
  words: wordsIn(words),
  leadsTo: isOneWay ? wordsIn(leadsTo) : [],
  language: language === everyLanguage ? null : language,
})

const wordsIn = (text: string) => [
  ...new Map(
    text
      .split(',')
      .map((word) => word.trim().replace(/\s+/g, ' '))
      .filter((word) => word !== '')
      .map((word) => [word.toLowerCase(), word]),
  ).values(),
]

export function faultsIn(typed: SynonymDraft, others: Synonym[]): Record<string, string> {
  const synonym = synonymOf(typed)
  const words = typed.isOneWay ? faultOf(synonym.words, 1) : faultOf(synonym.words, 2)
  const leadsTo = typed.isOneWay ? faultOf(synonym.leadsTo, 1) : undefined
  const isThere = others.some((other) => isSame(other, synonym))
  return {
    ...((words ?? isThere) && { words: words ?? 'This synonym already exists' }),
    ...(leadsTo && { leadsTo }),
  }
}

function faultOf(words: string[], least: number): string | undefined {
  if (words.length < least) return least === 1 ? 'Enter a word' : 'Enter at least two words, separated by commas'
  if (words.length > most.words) return `Use at most ${most.words} words`
  const long = words.find((word) => [...word].length > most.letters)
  return long && `Use at most ${most.letters} characters per word`
}

export const isSame = (one: Synonym, other: Synonym) => JSON.stringify(keyOf(one)) === JSON.stringify(keyOf(other))
const keyOf = ({ words, leadsTo, language }: Synonym) => [words, leadsTo, language]

export type SynonymChange = { before: Synonym | null; after: Synonym | null; at: number }

export const takenBack = ({ before, after, at }: SynonymChange): SynonymChange => ({ before: after, after: before, at })

export function changed(items: Synonym[], { before, after, at }: SynonymChange): Synonym[] {
  const found = before ? items.findIndex((item) => isSame(item, before)) : -1
  const left = found === -1 ? items : items.toSpliced(found, 1)
  // If the button was pressed twice, the synonym is already in the list and is not added again.
  if (after && left.some((item) => isSame(item, after))) return left
  return after ? left.toSpliced(found === -1 ? Math.min(at, left.length) : found, 0, after) : left
}

const mostTries = 5

/** Applies one change to the current list. Tries again if another person changes the list at the same time. */
export async function writeSynonym(change: SynonymChange, tries = 1): Promise<Outcome<unknown>> {
  const path = '/api/v1/knowledge-base/synonyms'
  const { answer, problem } = await ask<typeof showSynonyms>('GET', path)
  if (!answer) return { problem }
  const { items, version } = answer
  const written = await ask<typeof changeSynonyms>('PUT', path, { body: { items: changed(items, change), version } })
  return written.problem?.status === 412 && tries < mostTries ? writeSynonym(change, tries + 1) : written
}
