import { raisePageRevision } from '#server/knowledge-base/categories/opening.ts'
import type { LiveText, NewSection, NewWord } from '#server/knowledge-base/search/queries/sections.ts'
import * as queries from '#server/knowledge-base/search/queries/sections.ts'
import { dictionaryOf, isCompounding } from '#server/knowledge-base/search/words/languages.ts'
import { misspellingKeys, mostErrors, tailKeys } from '#server/knowledge-base/search/words/misspellings.ts'
import { formsOf, splitWords, type Token } from '#server/knowledge-base/search/words/split-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { sectionsOf } from '#server/writing/documents/render/outline.ts'

/** Number of words per index row. A longer section gets several rows. A text gets at most `mostRows` rows. */
const wordsOfRow = 1000
const mostRows = 300

export const indexPublished = (tx: WorkspaceTx, { subject, new: { language } }: NewEvent<'article.published'>) =>
  indexText(tx, subject.id, language)

export async function forgetUnpublished(
  tx: WorkspaceTx,
  { subject, old, new: { language, status } }: NewEvent<'article.status-changed'>,
) {
  if (old.status === 'published' && status !== 'in_review') await indexText(tx, subject.id, language)
}

export async function followArticle(tx: WorkspaceTx, event: NewEvent<'article.moved' | 'article.changed'>) {
  if (event.type === 'article.changed' && event.with.isLabelled) await indexAll(tx, event.subject.id)
  if (event.type === 'article.moved' || event.with.isReach) await queries.followReachOfSections(tx, event.subject.id)
}

async function indexAll(tx: WorkspaceTx, articleId: string) {
  await raisePageRevision(tx)
  await indexTexts(tx, await queries.listLiveOf(tx, articleId))
}

export const followAllArticles = (tx: WorkspaceTx) => queries.followReachOfSections(tx)

/**
 * Indexes published texts that are missing in the index, or whose words were split by an earlier version of the
 * product. Indexes at most 300 texts per run.
 */
export async function indexMissing(tx: WorkspaceTx) {
  const missing = await queries.listUnindexed(tx)
  // Takes the same lock as publications, so that a concurrent publication waits.
  if (missing.length > 0) await raisePageRevision(tx)
  await indexTexts(tx, missing)
}

const indexText = (tx: WorkspaceTx, articleId: string, language: string) => indexTexts(tx, [{ articleId, language }])

// Indexes texts. Updates the word counts once for all texts, because repeated updates of a row in one transaction get
// slow.
async function indexTexts(tx: WorkspaceTx, texts: TextKey[]) {
  const changes: WordChange[] = []
  for (const text of texts) changes.push(await indexSections(tx, text))
  for (const [language, ofLanguage] of Map.groupBy(changes, (change) => change.language)) {
    await queries.addWords(tx, language, dictionaryOf(language), countAdded(tx.workspaceId, language, ofLanguage))
    for (const { gone } of ofLanguage) await queries.takeWords(tx, language, gone)
  }
}

type TextKey = { articleId: string; language: string }
type WordChange = { language: string; added: [word: string, raw: string][]; gone: string[] }

async function indexSections(tx: WorkspaceTx, { articleId, language }: TextKey): Promise<WordChange> {
  const before = new Set(await queries.listIndexedWords(tx, articleId, language))
  const live = await queries.findLive(tx, articleId, language)
  await queries.deleteSections(tx, articleId, language)
  const { sections, words } = live ? readText(live, language) : nothing
  const raws = new Map(words.map(({ word, raw }) => [word, raw]))
  // The entry for the empty word contains the number of all texts.
  if (live) raws.set('', '')
  if (live) await queries.insertSections(tx, articleId, language, live, sections)
  return {
    language,
    added: [...raws].filter(([word]) => !before.has(word)),
    gone: [...before].filter((word) => !raws.has(word)),
  }
}

function countAdded(workspaceId: string, language: string, changes: WordChange[]): NewWord[] {
  const scope = `${workspaceId} ${language}`
  const words = new Map<string, NewWord>()
  for (const [word, raw] of changes.flatMap(({ added }) => added)) {
    const known = words.get(word)
    if (known) known.texts += 1
    else words.set(word, newWord(scope, language, word, raw))
  }
  return [...words.values()]
}

const nothing = { sections: [], words: [] }

function readText({ title, excerpt, document, labels }: LiveText, language: string) {
  const titled = splitWords(title, language)
  const labelled = labels.flatMap((label) => splitWords(label, language))
  const first: NewSection = { heading: null, anchor: null, body: excerpt, words: textVector(titled, labelled) }
  const sections = [first]
  const words: Token[] = [...titled, ...labelled]
  for (const { heading, anchor, text } of sectionsOf(document)) {
    const headed = splitWords(heading ?? '', language)
    const tokens = splitWords(text, language)
    for (let at = 0; (at === 0 || at < tokens.length) && sections.length < mostRows; at += wordsOfRow) {
      const row = tokens.slice(at, at + wordsOfRow)
      const body = text.slice(at === 0 ? 0 : row[0]!.start, tokens[at + wordsOfRow]?.start)
      sections.push({ heading, anchor, body, words: textVector(titled, headed, row) })
      words.push(...headed, ...row)
    }
  }
  return { sections, words: words.flatMap(withForms) }
}

const withForms = (token: Token) =>
  formsOf(token).map((word) => ({ word, raw: word === token.word ? token.raw : word }))

function newWord(scope: string, language: string, word: string, raw: string): NewWord {
  const tails = isCompounding(language) ? tailKeys(scope, word) : []
  const keys = word === '' ? [] : [...misspellingKeys(scope, word, mostErrors(word)), ...tails]
  return { word, raw, texts: 1, keys: mostErrors(word) > 0 ? keys : tails }
}

/** PostgreSQL weights: A for the title, B for the heading, C for the text. */
const weights = 'ABC'

const mostPositions = 255
const lastPosition = 16_383
// Distance between the positions of title, heading and text, so that words of different parts never count as adjacent.
const gap = 10

function textVector(...parts: Token[][]): string {
  const places = new Map<string, string[]>()
  let position = 1
  for (const [at, tokens] of parts.entries()) {
    for (const token of tokens) {
      for (const one of formsOf(token)) {
        const known = places.get(one) ?? []
        if (known.length < mostPositions) known.push(`${Math.min(position, lastPosition)}${weights[at]}`)
        places.set(one, known)
      }
      position += 1
    }
    position += gap
  }
  return [...places].map(([word, at]) => `'${word}':${[...new Set(at)].join(',')}`).join(' ')
}
