import type { BodyOf } from '#contract/endpoint.ts'
import { aboutArticle } from '#contract/events.ts'
import type { ArticleThread, writeArticleComment } from '#contract/knowledge-base/comments.ts'
import { findKnown, lockArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { noteReviewMailed } from '#server/knowledge-base/articles/publication/states.ts'
import { findRead, findTitle } from '#server/knowledge-base/articles/show-article.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { listTicketNumbers } from '#server/writing/comments/comments.ts'
import type { CommentCall, Topic } from '#server/writing/comments/topic.ts'

type ArticleState = Awaited<ReturnType<typeof findKnown>>
type ArticleTopic = Topic<Pick<ArticleThread, 'block' | 'language' | 'saidFrom' | 'ticket'>> & { article: ArticleState }

export const openArticleTopic = async ({ tx }: CommentCall, id: string) => topicOf(tx, await lockArticle({ tx }, id))

export async function placeInArticle(
  { tx }: CommentCall,
  { language, block }: Pick<BodyOf<typeof writeArticleComment>, 'language' | 'block'>,
) {
  if (language !== undefined && !(await findLanguages(tx)).includes(language)) throw new Refusal('language-unknown')
  return { language: language ?? null, blockText: block?.text ?? null, blockPlace: block?.place ?? null }
}

export const findArticleTopic = async (tx: WorkspaceTx, id: string) => topicOf(tx, await findKnown(tx, id))

async function topicOf(tx: WorkspaceTx, article: ArticleState): Promise<ArticleTopic> {
  const [first] = await findLanguages(tx)
  const pathIn = (language: string | null) => {
    const inLanguage = language && language !== first ? `?language=${encodeURIComponent(language)}` : ''
    return `/service/knowledgebase/admin/articles/edit/${article.id}${inLanguage}`
  }
  return {
    article,
    subject: { ...aboutArticle(article.id), type: 'article' },
    // Only admins may read drafts and their comments. The author of a remark may also read its replies.
    mayRead: ({ authorId }, { id, isAdmin }) => isAdmin || authorId === id,
    async placesOf(threads) {
      const ticketIds = threads.flatMap(({ ticketId }) => ticketId ?? [])
      const numbers = await listTicketNumbers(tx, ticketIds)
      const ticketOf = (id: string | null) => (id && numbers.has(id) ? { id, number: numbers.get(id)! } : null)
      return ({ blockText, blockPlace, language, saidFrom, ticketId }) => ({
        block: blockText === null ? null : { text: blockText, place: blockPlace! },
        ticket: ticketOf(ticketId),
        ...{ language, saidFrom },
      })
    },
    noteReviewMailed: (tx, language) => noteReviewMailed(tx, { articleId: article.id, language }),
    mailed: {
      ...{ noun: 'article', model: null, pathIn },
      titleIn: async (language) => (await findTitle(tx, article.id, language ?? first!)) || 'an untitled article',
      placeName: ({ blockText }) => (blockText === null ? null : `“${blockText}”`),
      async pathFor({ id, language }, reader) {
        if (reader.isAdmin) return `${pathIn(language)}#comment-${id}`
        const found = await findRead(tx, { kind: 'member' }, article.id, language)
        const place = found && found.language !== first ? `/${found.language}` : ''
        return found ? `${place}/knowledgebase/article/${encodeURIComponent(found.slug)}` : '/knowledgebase'
      },
    },
  }
}
