import type { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { FailedPlan } from '#contract/writing/failed-plan.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { findDomain, findPlanner, findPlanToMail } from '#server/writing/comments/queries/mails.ts'
import type { FindTopic } from '#server/writing/comments/topic.ts'

const Failed = FailedPlan.omit({ reason: true }).extend({
  /** Exactly one of `entryId` and `articleId` is set. */
  entryId: Id.nullable().default(null),
  articleId: Id.nullable().default(null),
  memberId: Id,
  plannerId: Id.nullable().default(null),
})
type Failed = z.output<typeof Failed>

const mailFailedPlan = { name: 'comments.mail-failed-plan', payload: Failed }

/**
 * Mails the member chosen by `mailPlanner` about a failed scheduled publication. Sends no mail if the text was
 * scheduled again or is in the trash.
 */
export const failedPlanJob = (findTopic: FindTopic) =>
  job(mailFailedPlan.name, Failed, async (failed, { inWorkspace, platform }) => {
    const found = await inWorkspace((tx) => readFailed(tx, findTopic, failed))
    if (!found) return
    const { to, domain, path, ...content } = found
    await sendSystemMail(platform, {
      ...{ to, fromName: 'Startup Tools', template: 'failed-plan' },
      content: { ...content, url: `${platform.settings.workspaceOrigin(domain)}${path}` },
    })
  })

async function readFailed(tx: WorkspaceTx, findTopic: FindTopic, failed: Failed) {
  const { entryId, articleId, memberId, plannerId, language, to, at, why } = failed
  const about = articleId ? { type: 'article' as const, id: articleId } : { type: 'entry' as const, id: entryId! }
  const planner = await findPlanToMail(tx, { about, language, memberId, to })
  if (!planner) return undefined
  const { mailed } = await findTopic(tx, { articleId, entryId })
  const { length } = await findLanguages(tx)
  const gone = plannerId && plannerId !== memberId ? await findMemberNames(tx, [plannerId]) : undefined
  return {
    plannedBy: gone?.get(plannerId!) ?? null,
    ...{ to: planner.email, domain: await findDomain(tx), planned: to, why },
    ...{ title: await mailed.titleIn(language), noun: mailed.noun, model: mailed.model },
    language: length > 1 ? language : null,
    when: timeIn(planner.timeZone, at),
    path: mailed.pathIn(language),
  }
}

const timeIn = (timeZone: string, at: string) =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))} (${timeZone})`

/**
 * Queues the mail that a scheduled publication failed, to the member who scheduled it. If this member left the team,
 * the owner of the text gets the mail.
 */
export async function mailPlanner(
  tx: WorkspaceTx,
  { subject, new: { reason: _, ...failed } }: NewEvent<'entry.plan-failed'> | NewEvent<'article.plan-failed'>,
) {
  const planner = await findPlanner(tx, subject.id, failed.language)
  if (!planner?.memberId) return
  const { plannerId, memberId } = planner
  const about = subject.type === 'article' ? { articleId: subject.id } : { entryId: subject.id }
  const key = `${mailFailedPlan.name} ${subject.id} ${failed.language} ${failed.at}`
  await enqueue(tx, mailFailedPlan, { ...failed, ...about, plannerId, memberId }, { key })
}
