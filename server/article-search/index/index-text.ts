import type { Document } from '#contract/document.ts'
import {
  addWords,
  deleteSections,
  findLive,
  followReachOfSections,
  insertSections,
  type LiveText,
  listIndexedWords,
  listUnindexed,
  type NewSection,
  type NewWord,
  takeWords,
} from '#server/article-search/queries/sections.ts'
import { dictionaryOf, isCompounding } from '#server/article-search/words/languages.ts'
import { misspellingKeys, mostErrors, tailKeys } from '#server/article-search/words/misspellings.ts'
import { splitWords, type Token } from '#server/article-search/words/split-words.ts'
import { sectionsOf } from '#server/documents/render/outline.ts'
import { raiseRevision } from '#server/knowledge-base/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { textVector } from './text-vector.ts'

/** Words of one row; a longer section has several. What stands behind the last row of a text is not found. */
const wordsOfRow = 1000
const mostRows = 300

/** From here on it is found as it was published. */
export const indexPublished = (tx: WorkspaceTx, { subject, new: { language } }: NewEvent<'article.published'>) =>
  indexText(tx, subject.id, language)

/** What is live no more is found no more. */
export async function forgetUnpublished(
  tx: WorkspaceTx,
  { subject, old, new: { language, status } }: NewEvent<'article.status-changed'>,
) {
  if (old.status === 'published' && status !== 'in_review') await indexText(tx, subject.id, language)
}

/** Who may find it is who may read it. */
export const followArticle = (tx: WorkspaceTx, { subject }: NewEvent<'article.moved' | 'article.changed'>) =>
  followReachOfSections(tx, subject.id)
export const followAllArticles = (tx: WorkspaceTx) => followReachOfSections(tx)

/** Indexes what was live before there was an index, some hundred at a time. */
export async function indexMissing(tx: WorkspaceTx) {
  const missing = await listUnindexed(tx)
  // It holds the pages, as whoever publishes does.
  if (missing.length > 0) await raiseRevision(tx)
  for (const { articleId, language } of missing) await indexText(tx, articleId, language)
}

/** Makes the index of one text what is live of it, nothing where nothing is. Changes of a workspace's pages come one by one. */
async function indexText(tx: WorkspaceTx, articleId: string, language: string) {
  const before = new Set(await listIndexedWords(tx, articleId, language))
  const live = await findLive(tx, articleId, language)
  await deleteSections(tx, articleId, language)
  const { sections, words } = live ? readText(live, language) : nothing
  const raws = new Map(words.map(({ word, raw }) => [word, raw]))
  // The empty word counts the texts.
  if (live) raws.set('', '')
  const scope = `${tx.workspaceId} ${language}`
  const added = [...raws]
    .filter(([word]) => !before.has(word))
    .map(([word, raw]) => newWord(scope, language, word, raw))
  await addWords(tx, language, dictionaryOf(language), added)
  await takeWords(
    tx,
    language,
    [...before].filter((word) => !raws.has(word)),
  )
  if (live)
    await insertSections(tx, { articleId, language, audience: live.audience, isListed: live.isListed }, sections)
}

const nothing = { sections: [], words: [] }

function readText({ title, excerpt, document }: LiveText, language: string) {
  const titled = splitWords(title, language)
  const first: NewSection = { heading: null, anchor: null, body: excerpt, words: textVector([['A', titled]]) }
  const sections = [first]
  const words: Token[] = [...titled]
  for (const { heading, anchor, text } of sectionsOf(document as Document)) {
    const headed = splitWords(heading ?? '', language)
    const said = splitWords(text, language)
    for (let at = 0; (at === 0 || at < said.length) && sections.length < mostRows; at += wordsOfRow) {
      const row = said.slice(at, at + wordsOfRow)
      const body = text.slice(at === 0 ? 0 : row[0]!.start, said[at + wordsOfRow]?.start)
      sections.push({
        heading,
        anchor,
        body,
        words: textVector([
          ['A', titled],
          ['B', headed],
          ['C', row],
        ]),
      })
      words.push(...headed, ...row)
    }
  }
  return { sections, words: words.flatMap(withWhole) }
}

const withWhole = ({ word, raw, whole }: Token) =>
  whole
    ? [
        { word, raw },
        { word: whole, raw: whole },
      ]
    : [{ word, raw }]

function newWord(scope: string, language: string, word: string, raw: string): NewWord {
  const tails = isCompounding(language) ? tailKeys(scope, word) : []
  const keys = word === '' ? [] : [...misspellingKeys(scope, word, mostErrors(word)), ...tails]
  return { word, raw, keys: mostErrors(word) > 0 ? keys : tails }
}
