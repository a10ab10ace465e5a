import { hash } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { isSame } from '#contract/is-same.ts'
import { type changeSynonyms as contract, mostSynonyms } from '#contract/knowledge-base/search.ts'
import { longestPhrase } from '#server/knowledge-base/search/asking/read-question.ts'
import { dictionaryOf } from '#server/knowledge-base/search/words/languages.ts'
import { splitWords } from '#server/knowledge-base/search/words/split-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { deleteSynonyms, findNextPosition, holdSynonyms, insertSynonym, listSynonyms } from './queries/synonyms.ts'

export async function showSynonyms(tx: WorkspaceTx) {
  const items = await listSynonyms(tx)
  return { items, version: hash('sha256', JSON.stringify(items), 'base64url').slice(0, 22), next: null }
}

/** Replaces all synonyms. Refuses if the synonyms no longer have the checksum `version` that the caller read. */
export async function changeSynonyms(tx: WorkspaceTx, { items, version }: BodyOf<typeof contract>) {
  await holdSynonyms(tx)
  if (version !== undefined && version !== (await showSynonyms(tx)).version) throw new Refusal('changed-meanwhile')
  const languages = await findLanguages(tx)
  await deleteSynonyms(tx)
  for (const [position, synonym] of items.entries()) await insert(tx, synonym, position, languages)
  return showSynonyms(tx)
}

type SynonymInput = { words: string[]; leadsTo: string[]; language: string | null }

async function insert(tx: WorkspaceTx, synonym: SynonymInput, position: number, languages: string[]) {
  const { words, leadsTo, language } = synonym
  const phrases = (written: string[]) =>
    written.map((one) => phraseOf(one, language ?? languages[0]!)).filter((phrase) => phrase !== '')
  const asked = phrases(words)
  const found = leadsTo.length > 0 ? phrases(leadsTo) : asked
  const dictionaries = (language ? [language] : languages).map(dictionaryOf)
  await insertSynonym(tx, { position, words, leadsTo, language, asked, found, dictionaries })
}

/** Adds a synonym unless it already exists. Refuses searched phrases of more than three words. */
export async function addSynonym(tx: WorkspaceTx, synonym: SynonymInput) {
  if (synonym.words.some((one) => splitWords(one, synonym.language ?? '').length > longestPhrase))
    throw new Refusal('invalid', { fields: { words: 'Choose at most three of the words' } })
  await holdSynonyms(tx)
  const items = await listSynonyms(tx)
  if (items.some((one) => isSame(one, synonym))) return
  if (items.length >= mostSynonyms) throw new Refusal('too-many-synonyms')
  const position = await findNextPosition(tx)
  await insert(tx, synonym, position, await findLanguages(tx))
}

const phraseOf = (text: string, language: string) =>
  splitWords(text, language)
    .map(({ word }) => word)
    .join(' ')
