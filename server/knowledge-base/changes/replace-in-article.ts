import type { ArticleBatchChange, FoundPlace } from '#contract/knowledge-base/changes.ts'
import type { BatchCall } from '#server/bulk/batches/batch-kind.ts'
import { lockArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { isLiveAsItIs } from '#server/knowledge-base/articles/publication/publish-text.ts'
import * as states from '#server/knowledge-base/articles/publication/states.ts'
import { type DraftToSearch, findTextAt, listDrafts } from '#server/knowledge-base/articles/show-article.ts'
import type { ArticleText } from '#server/knowledge-base/articles/texts/article-text.ts'
import { writeText } from '#server/knowledge-base/articles/texts/write-text.ts'
import { lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import {
  type FoundWords,
  patternOf,
  replaceInDocument,
  replaceInLine,
  type WordSearch,
} from '#server/writing/documents/words/replace-words.ts'

/**
 * The texts that a replacement changed. `from` and `to` are the revisions of a text before and after the replacement.
 */
export type ReplacedTexts = { texts: { language: string; from: number; to: number; isPublished: boolean }[] }

/** Replaces words in drafts. With `publish`, a live text whose draft had no unpublished changes is published again. */
export async function replaceInArticle(
  call: BatchCall,
  id: string,
  change: Extract<ArticleBatchChange, { act: 'replace' }>,
): Promise<ReplacedTexts | null> {
  if (change.publish) await lockKnowledgeBase(call.tx)
  const search = { pattern: patternOf(change), with: change.replacement, addresses: change.addresses }
  const texts: ReplacedTexts['texts'] = []
  let article = await lockArticle(call, id)
  for (const draft of await listDrafts(call.tx, [id], change.language)) {
    const { language, revision: from } = draft
    const { text, places } = replaceWords(draft, search)
    if (places.length === 0) continue
    const written = await writeText(call, article, { language, changes: fitting(text) })
    if (written.revision === article.revision) continue
    const isPublished = change.publish && isLiveAsItIs(draft)
    article = isPublished ? await publishAgain(call, id, draft) : written
    texts.push({ language, from, to: written.revision, isPublished })
  }
  return texts.length > 0 ? { texts } : null
}

/** Restores the replaced words and keeps later changes. Refuses later changes of the same words as a conflict. */
export async function putWordsBack(call: BatchCall, id: string, { texts }: ReplacedTexts) {
  if (texts.some(({ isPublished }) => isPublished)) await lockKnowledgeBase(call.tx)
  let article = await lockArticle(call, id)
  const drafts = new Map((await listDrafts(call.tx, [id])).map((draft) => [draft.language, draft]))
  for (const { language, from, to, isPublished } of texts) {
    const [draft, before] = [drafts.get(language), await findTextAt(call.tx, id, language, from)]
    if (!draft || !before)
      throw new Refusal('changed-meanwhile', {
        detail: 'The earlier text is no longer stored, because the article was changed too often since',
      })
    const { title, excerpt, metaTitle, metaDescription, document } = before
    const changes = { title, excerpt, metaTitle, metaDescription, document }
    article = await writeText(call, article, { language, changes, base: to })
    if (isPublished && isLiveAsItIs(draft)) article = await publishAgain(call, id, draft)
  }
}

async function publishAgain(call: BatchCall, id: string, { language, unpublishAt }: DraftToSearch) {
  await states.publish(call, id, { language, until: ahead(unpublishAt) })
  // Reads and locks the article again, because the publication changed its last version number.
  return lockArticle(call, id)
}

/** Returns the time if it is in the future. Undefined for past times, which are not scheduled again. */
export const ahead = (at: string | null) => (at && Date.parse(at) > Date.now() ? at : undefined)

const lines = ['title', 'excerpt', 'metaTitle', 'metaDescription'] as const
const longest = { title: 200, excerpt: 300, metaTitle: 70, metaDescription: 170 }
const names = {
  title: 'The title',
  excerpt: 'The excerpt',
  metaTitle: 'The title for search engines',
  metaDescription: 'The description',
}

type Words = Pick<ArticleText, (typeof lines)[number] | 'document'>

/** Refuses texts that the replacement made too long or invalid. */
function fitting(text: Words): Words {
  for (const name of lines)
    if (text[name].length > longest[name])
      throw new Refusal('invalid', { detail: `${names[name]} would be longer than ${longest[name]} characters` })
  const { document, fault } = checkDocument(text.document)
  if (!document) throw new Refusal('document-invalid', { detail: `${fault.message} (${fault.path})` })
  return { ...text, document }
}

/** Replaces words in a text. Returns the places of the found words in reading order. */
export function replaceWords(text: Words, search: WordSearch): { text: Words; places: FoundPlace[] } {
  const places: FoundPlace[] = []
  const noteIn = (place: FoundPlace['in']) => (found: FoundWords) => {
    const { isAddress, ...words } = found
    places.push({ in: isAddress ? 'address' : place, ...words })
  }
  const { title, excerpt, metaTitle, metaDescription, document } = text
  const replaced: Words = { title, excerpt, metaTitle, metaDescription, document }
  for (const name of lines) replaced[name] = replaceInLine(text[name], search, noteIn(name))
  replaced.document = replaceInDocument(document, search, noteIn('text'))
  return { text: replaced, places }
}
