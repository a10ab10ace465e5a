import type { CommentRow } from '#server/comments/queries/comments.ts'
import type { Topic } from '#server/comments/topic.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findArticleTopic } from './article.ts'
import { findEntryTopic } from './entry.ts'

/** What a comment is about. */
export const findTopic = (
  tx: WorkspaceTx,
  { articleId, entryId }: Pick<CommentRow, 'articleId' | 'entryId'>,
): Promise<Topic> => (articleId ? findArticleTopic(tx, articleId) : findEntryTopic(tx, entryId!))
