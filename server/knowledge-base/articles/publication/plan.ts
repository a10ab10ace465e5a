import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { aboutArticle, noOne } from '#contract/events.ts'
import type { EditorCall } from '#server/knowledge-base/articles/editor-call.ts'
import { type ArticleState, lockArticleRow } from '#server/knowledge-base/articles/queries/articles.ts'
import { findText, type TextState, updateText } from '#server/knowledge-base/articles/queries/texts.ts'
import { holdPages } from '#server/knowledge-base/categories/opening.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { lastingRefusal, Refusal } from '#server/platform/refusal.ts'
import { findPublishable, isLiveAsItIs, publishText, unpublishText } from './publish-text.ts'

const skewMs = 5000

type Plan = { language: string; at: string; until: string | null | undefined }

/** Publishes a draft at a time, and takes it away at another. */
export async function planPublication(
  { tx, caller }: EditorCall,
  article: ArticleState,
  { language, at, until }: Plan,
) {
  const text = await findPublishable(tx, article.id, language)
  refusePast(at, until ?? null)
  const unpublishAt = until === undefined ? keptEnd(text, at) : until
  await setPlan(tx, article.id, { language, publishAt: at, unpublishAt, by: byMember(caller) })
}

/** An end that was planned stays where nothing is said of it: before the publication it is that of what readers have. */
const keptEnd = ({ liveVersion, unpublishAt }: TextState, at: string): string | null =>
  unpublishAt !== null && (liveVersion !== null || Date.parse(unpublishAt) > Date.parse(at)) ? unpublishAt : null

export function refusePast(at: string | null, until: string | null) {
  if (at && Date.parse(at) <= Date.now())
    throw new Refusal('time-in-the-past', { fields: { at: 'Choose a time in the future' } })
  const from = at ? Date.parse(at) : Date.now()
  if (until && Date.parse(until) <= from)
    throw new Refusal('time-in-the-past', {
      ...(at && { detail: 'It would be taken away before it is published. Choose a later time for that.' }),
      fields: { until: 'Choose a later time' },
    })
}

type Planned = Pick<TextState, 'publishAt' | 'unpublishAt'> & { language: string; by: NewEvent['by'] }

/** Nothing happens where it is planned so already. */
export async function setPlan(tx: WorkspaceTx, articleId: string, { by, language, ...times }: Planned) {
  const text = await findText(tx, articleId, language)
  if (text && isSameTime(text.publishAt, times.publishAt) && isSameTime(text.unpublishAt, times.unpublishAt)) return
  await updateText(tx, { articleId, language }, times)
  await record(tx, {
    type: 'article.planned',
    subject: aboutArticle(articleId),
    by,
    audience: 'team',
    new: { language, ...times },
  })
}

const isSameTime = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))

const OneText = z.object({ articleId: Id, language: z.string() })

/**
 * Does what is planned for a text and due. It looks at the plan as it is now, so that a job that comes late, twice or
 * for a plan that was changed does the right thing.
 */
export const keepPlan = job('articles.keep-plan', OneText, async (text, { inWorkspace }) => {
  // By itself, so that it stays done where the publication is refused.
  await inWorkspace((tx) => endBefore(tx, text))
  const refusal = await inWorkspace((tx) => doWhatIsDue(tx, text)).catch(lastingRefusal)
  if (refusal) await inWorkspace((tx) => giveUpPlan(tx, text, refusal))
})

const by = { actor: noOne, cause: 'planned' }
type OneText = z.output<typeof OneText>

/** An end before the publication is that of what readers have until then. */
async function endBefore(tx: WorkspaceTx, { articleId, language }: OneText) {
  await holdPages(tx)
  const article = await lockArticleRow(tx, articleId)
  const text = article && (await findText(tx, articleId, language))
  if (!text || article.trashedAt || !endsFirst(text) || !isDue(text.unpublishAt)) return
  if (text.liveVersion !== null) await unpublishText(tx, article, { language, by })
  await updateText(tx, text, { publishAt: text.publishAt, unpublishAt: null })
}

const endsFirst = ({ publishAt, unpublishAt }: TextState) =>
  publishAt !== null && unpublishAt !== null && Date.parse(unpublishAt) <= Date.parse(publishAt)

async function doWhatIsDue(tx: WorkspaceTx, { articleId, language }: OneText) {
  await holdPages(tx)
  const article = await lockArticleRow(tx, articleId)
  const text = article && (await findText(tx, articleId, language))
  if (!text || article.trashedAt) return
  const unpublishAt = endsFirst(text) ? null : text.unpublishAt
  if (isDue(text.publishAt))
    await (isLiveAsItIs(text)
      ? updateText(tx, text, { publishAt: null })
      : publishText(tx, article, { language, by, unpublishAt }))
  if (isDue(unpublishAt)) await unpublishText(tx, article, { language, by })
}

/** What is refused now would be refused again: the plan ends, and the history says why. */
async function giveUpPlan(tx: WorkspaceTx, { articleId, language }: OneText, refusal: Refusal) {
  const text = (await lockArticleRow(tx, articleId)) && (await findText(tx, articleId, language))
  const to = isDue(text?.publishAt ?? null) ? 'publish' : 'unpublish'
  const at = text?.[`${to}At`]
  if (!text || !at || !isDue(at)) return
  // What readers have still ends when it was to.
  const end = to === 'publish' && text.liveVersion !== null ? text.unpublishAt : null
  await updateText(tx, text, { publishAt: null, unpublishAt: end })
  const about = { subject: aboutArticle(articleId), by, audience: 'team' } as const
  await record(tx, {
    type: 'article.plan-failed',
    ...about,
    new: { language, to, at: new Date(at).toISOString(), reason: refusal.code, why: refusal.message },
  })
}

const isDue = (time: string | null) => time !== null && Date.parse(time) <= Date.now() + skewMs

/** Queues what keeps a plan at its times. */
export async function keepLater(
  tx: WorkspaceTx,
  { subject, new: { language, ...times } }: NewEvent<'article.planned'>,
) {
  for (const [name, time] of Object.entries(times)) {
    if (time === null) continue
    const key = `${keepPlan.name}:${subject.id}:${language}:${name}`
    await enqueue(tx, keepPlan, { articleId: subject.id, language }, { runAt: new Date(time), key })
  }
}
