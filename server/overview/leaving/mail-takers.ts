import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { type HandedKind, handedKinds, type MailContents } from '#contract/mails.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { sendSystemMail } from '#server/platform/mail/send-system-mail.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { findTaker, listNamed, type Taker } from './queries.ts'

const mostNamed = 5

const Handed = z.object({ count: z.int(), first: z.array(Id) })

export const HandedOver = z.partialRecord(z.enum(handedKinds), Handed)
export type HandedOver = z.output<typeof HandedOver>

export function addHanded(handed: HandedOver, kind: HandedKind, ids: string[]): HandedOver {
  if (ids.length === 0) return handed
  const { count, first } = handed[kind] ?? { count: 0, first: [] }
  return { ...handed, [kind]: { count: count + ids.length, first: [...first, ...ids].slice(0, mostNamed) } }
}

const TakerMail = z.object({ takerId: Id, leaverId: Id, by: Id, handed: HandedOver })
type TakerMail = z.output<typeof TakerMail>

export const mailTaker: Job<typeof TakerMail> = {
  ...job('leaving.mail-taker', TakerMail, sendTaken),
  restsWhileSuspended: true,
}

type HandOverNotice = {
  leaverId: string
  by: string
  handed: HandedOver
  takers: Partial<Record<HandedKind, string | null>>
}

/** Queues a mail to each member who took over work. The admin who deactivated the member gets no mail. */
export async function mailTakers(tx: WorkspaceTx, { leaverId, by, handed, takers }: HandOverNotice) {
  for (const takerId of new Set(Object.values(takers))) {
    if (!takerId || takerId === by) continue
    const theirs = handedKinds.filter((kind) => takers[kind] === takerId && handed[kind])
    if (theirs.length === 0) continue
    const taken = { takerId, leaverId, by, handed: Object.fromEntries(theirs.map((kind) => [kind, handed[kind]!])) }
    await enqueue(tx, mailTaker, taken, { key: `${mailTaker.name}:${leaverId}:${takerId}` })
  }
}

async function sendTaken(taken: TakerMail, { inWorkspace, platform }: JobContext) {
  const found = await inWorkspace((tx) => readTaken(tx, taken, platform.settings.workspaceOrigin))
  if (!found) return
  const { to, ...content } = found
  await sendSystemMail(platform, { to, fromName: content.workspaceName, template: 'handed-over', content })
}

async function readTaken(
  tx: WorkspaceTx,
  { takerId, leaverId, by, handed }: TakerMail,
  originOf: (domain: string) => string,
): Promise<(MailContents['handed-over'] & { to: string }) | undefined> {
  const taker = await findTaker(tx, takerId)
  if (!taker) return undefined
  const names = await findMemberNames(tx, [leaverId, by])
  const origin = originOf(taker.domain)
  const shown = handedKinds.flatMap((kind) => (handed[kind] ? [{ kind, ...handed[kind] }] : []))
  return {
    to: taker.email,
    workspaceName: plainName(taker.workspaceName, taker.domain),
    actorName: by === leaverId ? null : (names.get(by) ?? null),
    leaverName: names.get(leaverId) ?? '',
    handed: await Promise.all(
      shown.map(async ({ kind, count, first }) => {
        const listPath = listPaths[kind](taker)
        const some = listPath === null ? [] : await listNamed(tx, kind, first)
        return {
          kind,
          count,
          listUrl: listPath && `${origin}${listPath}`,
          some: some.map(({ id, title }) => ({ title, url: `${origin}${pagePaths[kind]}${id}` })),
        }
      }),
    ),
  }
}

const articles = '/service/knowledgebase/admin/articles'

// Paths of the lists that the mail links to. Null if the member cannot open the list: only admins can open the lists of
// articles.
const listPaths: Record<HandedKind, (taker: Taker) => string | null> = {
  tickets: () => '/service/tickets?view=mine',
  articles: ({ id, isAdmin }) => (isAdmin ? `${articles}?owner=${id}` : null),
  entries: ({ id }) => `/cms/content/list?owner=${id}`,
  articleReviews: ({ isAdmin }) => (isAdmin ? `${articles}?status=in_review` : null),
  entryReviews: ({ id }) => `/cms/content/list?status=in_review&reviewer=${id}`,
}

const pagePaths: Record<HandedKind, string> = {
  tickets: '/service/tickets/',
  articles: `${articles}/edit/`,
  entries: '/cms/content/edit/',
  articleReviews: `${articles}/edit/`,
  entryReviews: '/cms/content/edit/',
}
