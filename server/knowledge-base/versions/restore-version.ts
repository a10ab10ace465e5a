import { aboutArticle } from '#contract/events.ts'
import { type EditorCall, lockArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { findDraft } from '#server/knowledge-base/articles/show-article.ts'
import { writeText } from '#server/knowledge-base/articles/texts/write-text.ts'
import { keepVersion } from '#server/knowledge-base/articles/versions/keep-version.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import { openVersion } from './show-versions.ts'

/** Makes the draft what it was in a version. What readers read stays until it is published. Answers its language. */
export async function restoreVersion(call: EditorCall, articleId: string, number: number): Promise<string> {
  const { tx, caller } = call
  const article = await lockArticle(call, articleId)
  const { language, text } = await openVersion(tx, articleId, number)
  const current = await findDraft(tx, articleId, language)
  // The address is no matter of the text: it stays as it is now.
  const { slug } = current!.text
  const written = await writeText(call, article, { language, changes: { ...text, slug } })
  await keepVersion(tx, written, { language, text: { ...text, slug }, kind: 'restoration', by: caller.id })
  const about = { subject: aboutArticle(articleId), by: byMember(caller), audience: 'team' } as const
  await record(tx, { type: 'article.restored', ...about, new: { language, number } })
  return language
}
