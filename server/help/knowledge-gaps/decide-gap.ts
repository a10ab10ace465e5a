import type { BodyOf } from '#contract/endpoint.ts'
import type { decideGap as contract, Gap } from '#contract/help/knowledge-gaps.ts'
import { mostOfSynonym } from '#contract/knowledge-base/search.ts'
import { createArticle } from '#server/knowledge-base/articles/create-article.ts'
import type { EditorCall } from '#server/knowledge-base/articles/editor-call.ts'
import { findTitle } from '#server/knowledge-base/articles/show-article.ts'
import { addSynonym } from '#server/knowledge-base/search/change-synonyms.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cutAtWord, findGap, showGap, titleOf } from './list-gaps.ts'
import { deleteDecision, type GapRow, lockGaps, upsertDecision } from './queries.ts'

export async function decideGap(call: EditorCall, id: string, body: BodyOf<typeof contract>): Promise<Gap> {
  await lockGaps(call.tx)
  const gap = await findGap(call.tx, id)
  if (body.is === 'joined') await joinWords(call, gap, body)
  if (body.is === 'mended' && gap.kind !== 'article') throw new Refusal('gap-not-of-article')
  await decide(call, gap, body.is, body.is === 'joined' ? body.article : null)
  return showGap(call.tx, id)
}

export async function reopenGap({ tx }: EditorCall, id: string): Promise<Gap> {
  await lockGaps(tx)
  await deleteDecision(tx, id)
  return showGap(tx, id)
}

/** Creates a draft for the gap. Repeated and simultaneous calls return the same draft. */
export async function writeGap(call: EditorCall, id: string) {
  await lockGaps(call.tx)
  const gap = await findGap(call.tx, id)
  if (gap.kind === 'article') throw new Refusal('gap-has-article')
  if (gap.decision === 'written' && gap.articleId) return { id: gap.articleId, language: gap.language }
  const article = await createArticle(call, { title: headingOf(gap), language: gap.language }, textOf(gap))
  await decide(call, gap, 'written', article)
  return { id: article, language: gap.language }
}

type JoinInput = { article: string; words?: string | undefined }

// Adds a synonym that leads from the searched words to the title of the article. The title is cut to the maximum length
// of synonyms.
async function joinWords({ tx }: EditorCall, gap: GapRow, { article, words = gap.title }: JoinInput) {
  if (gap.kind !== 'search') throw new Refusal('gap-not-of-words')
  const title = await findTitle(tx, article, gap.language)
  if (title === undefined) throw new Refusal('article-not-found')
  await addSynonym(tx, { words: [words], leadsTo: [cutAtWord(title, mostOfSynonym)], language: gap.language })
}

type Decision = NonNullable<GapRow['decision']>

// Stores a decision about a gap. `before` keeps the count from the first decision, for comparison with later counts.
const decide = ({ tx, caller }: EditorCall, gap: GapRow, decision: Decision, articleId: string | null) =>
  upsertDecision(tx, {
    ...{ id: gap.id, kind: gap.kind, key: gap.key, language: gap.language, title: gap.title },
    ...{ decision, articleId, before: gap.before ?? gap.signs, decidedBy: caller.id },
  })

const headingOf = (gap: GapRow) => {
  const title = titleOf(gap)
  return `${title.slice(0, 1).toLocaleUpperCase(gap.language)}${title.slice(1)}`
}

const textOf = ({ text }: GapRow) => ({
  document:
    text === null
      ? undefined
      : {
          type: 'doc' as const,
          content: text.split(/\n\s*\n/).map((paragraph) => ({
            type: 'paragraph' as const,
            content: [{ type: 'text' as const, text: paragraph.replace(/\s+/g, ' ').trim() }],
          })),
        },
})
