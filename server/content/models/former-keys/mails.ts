import { z } from 'zod'
import type { FormerKey } from '#contract/content/models.ts'
import { Id } from '#contract/endpoint.ts'
import { findModels, type Model } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, job } from '#server/platform/jobs.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import { listFormerKeys, livingIn } from './list-former-keys.ts'
import { listAdmins } from './queries.ts'

const dayMs = 86_400_000
// Admins get a mail this long before a former key ends, if it is still used. The mail lists all used former keys of the
// model that end within this time.
const noticeMs = 3 * dayMs
// A former key counts as used if a request used it within this time. The mail names the API keys.
const recentMs = 7 * dayMs

const Ending = z.object({ modelId: Id })
const EndingMail = Ending.extend({ memberId: Id })

const tellOfFormerKeys = job('content-models.tell-of-former-keys', Ending, async ({ modelId }, { inWorkspace }) =>
  inWorkspace(async (tx) => {
    if ((await listEnding(tx, modelId)).keys.length === 0) return
    for (const { id: memberId } of await listAdmins(tx))
      await enqueue(tx, mailFormerKeys, { modelId, memberId }, { key: `${mailFormerKeys.name} ${modelId} ${memberId}` })
  }),
)

const mailFormerKeys = job('content-models.mail-former-keys', EndingMail, async (ending, { inWorkspace, platform }) => {
  const found = await inWorkspace((tx) => readEnding(tx, ending))
  if (!found) return
  const { to, domain, path, ...content } = found
  await sendSystemMail(platform, {
    to,
    fromName: 'Startup Tools',
    template: 'former-keys',
    content: { ...content, url: `${platform.settings.workspaceOrigin(domain)}${path}` },
  })
})

export const formerKeyJobs = [tellOfFormerKeys, mailFormerKeys]

async function readEnding(tx: WorkspaceTx, { modelId, memberId }: z.output<typeof EndingMail>) {
  const [admin] = await listAdmins(tx, memberId)
  const { model, keys } = await listEnding(tx, modelId)
  if (!admin || !model || keys.length === 0) return undefined
  const { email: to, domain, timeZone } = admin
  return {
    to,
    domain,
    model: model.name,
    path: `/cms/settings/models/${model.key}`,
    keys: keys.map(({ formerKey, key, until, askedBy }) => ({
      formerKey,
      key,
      until: dayIn(timeZone, until),
      askedBy: askedBy.map(({ name }) => name),
    })),
  }
}

type EndingKeys = { model: Model | undefined; keys: FormerKey[] }

async function listEnding(tx: WorkspaceTx, modelId: string): Promise<EndingKeys> {
  const model = (await findModels(tx)).byId.get(modelId)
  if (!model) return { model, keys: [] }
  const now = Date.now()
  const keys = (await listFormerKeys(tx, model))
    .filter(({ until }) => Date.parse(until) <= now + noticeMs)
    .map((one) => ({ ...one, askedBy: one.askedBy.filter(({ lastAt }) => Date.parse(lastAt) > now - recentMs) }))
    .filter(({ askedBy }) => askedBy.length > 0)
  return { model, keys }
}

const dayIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(at))

/**
 * For each key that has just been replaced, schedules the job that warns the admins: three days before the former key
 * ends, or after half of the remaining time if that is later.
 */
export async function awaitEnds(tx: WorkspaceTx, before: Model, after: Pick<Model, 'formerKeys' | 'fields'>) {
  const known = new Set(livingIn(before).map(({ subjectId, formerKey }) => `${subjectId} ${formerKey}`))
  const added = livingIn({ ...before, ...after }).filter((one) => !known.has(`${one.subjectId} ${one.formerKey}`))
  for (const { until } of added) {
    const [now, end] = [Date.now(), Date.parse(until)]
    const runAt = new Date(Math.max(end - noticeMs, (now + end) / 2))
    const key = `${tellOfFormerKeys.name} ${before.id} ${until.slice(0, 10)}`
    await enqueue(tx, tellOfFormerKeys, { modelId: before.id }, { key, runAt })
  }
}
