import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { onArticle } from '#server/knowledge-base/articles/editor-call.ts'
import { type ArticleState, lockArticleRow } from '#server/knowledge-base/articles/queries/articles.ts'
import { findText, type TextState, updateSchedule, updateText } from '#server/knowledge-base/articles/queries/texts.ts'
import { lockKnowledgeBase } from '#server/knowledge-base/categories/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import type { By, NewEvent } from '#server/platform/events/subscription.ts'
import { bySchedule, queueSchedule, type ScheduleSteps, scheduleJob } from '#server/writing/text-life/schedule.ts'
import type { Schedule } from '#server/writing/text-life/text-state.ts'
import { isLiveAsItIs, publishText, unpublishText } from './publish-text.ts'

export async function setSchedule(
  tx: WorkspaceTx,
  { articleId, language }: Pick<TextState, 'articleId' | 'language'>,
  { publishAt, unpublishAt }: Schedule,
  by: By,
) {
  if (!(await updateSchedule(tx, { articleId, language }, { publishAt, unpublishAt }))) return
  const planned = { language, publishAt, unpublishAt }
  await record(tx, { type: 'article.planned', ...onArticle(articleId, by), new: planned })
}

const TextKey = z.object({ articleId: Id, language: z.string() })

const steps: ScheduleSteps<z.output<typeof TextKey>, ArticleState, TextState> = {
  async open(tx, { articleId, language }) {
    await lockKnowledgeBase(tx)
    const subject = await lockArticleRow(tx, articleId)
    const text = subject && (await findText(tx, articleId, language))
    return text && !subject.trashedAt ? { subject, text } : undefined
  },
  publish: (tx, { subject, text }, unpublishAt) =>
    isLiveAsItIs(text)
      ? updateText(tx, text, { publishAt: null })
      : publishText(tx, subject, { language: text.language, by: bySchedule, unpublishAt }),
  unpublish: (tx, { subject, text: { language } }) => unpublishText(tx, subject, { language, by: bySchedule }),
  setSchedule: updateText,
  explain: (_, refusal) => refusal.message,
  recordFailure: (tx, { id }, failure) =>
    record(tx, { type: 'article.plan-failed', ...onArticle(id, bySchedule), new: failure }),
}

export const articleScheduleJob = scheduleJob('articles.keep-plan', TextKey, steps)

export const queueArticleSchedule = (tx: WorkspaceTx, { subject: { id }, new: planned }: NewEvent<'article.planned'>) =>
  queueSchedule(
    tx,
    articleScheduleJob,
    { subjectId: id, language: planned.language, key: { articleId: id, language: planned.language } },
    planned,
  )
