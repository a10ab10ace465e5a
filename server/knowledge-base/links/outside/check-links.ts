import { z } from 'zod'
import { aboutArticle, noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { recordAll } from '#server/platform/events/record.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { runInHostTurn } from './host-turns.ts'
import { probeLink } from './judge-link.ts'
import {
  claimDue,
  type DueLink,
  hasDue,
  listArticlesWith,
  markDue,
  releaseLinks,
  syncAddresses,
  writeCheckResult,
} from './queries.ts'

const Nothing = z.object({})
const most = { aTurn: 25, aDay: 2000 }
/** A turn ends after this time, so that slow hosts do not delay other workspaces. */
const turnMs = 30_000

export const checkLinks: Job<typeof Nothing> = {
  ...job('outside-links.check', Nothing, async (_, context) => {
    if (!context.platform.settings.checksOutsideLinks) return
    const due = await context.inWorkspace((tx) => claimDue(tx, most))
    const asked = await probeEach(context, due)
    await context.inWorkspace(async (tx) => {
      await releaseLinks(tx, hashesOf(due.filter((link) => !asked.has(link))), '0 minutes')
      await recordChecked(
        tx,
        due.filter((link) => asked.get(link)),
      )
      if (asked.size > 0) await queueTurn(tx)
    })
  }),
  lane: 'outside',
}

export const planChecks = job('outside-links.plan', Nothing, async (_, { inEach, platform }) => {
  if (platform.settings.checksOutsideLinks) await inEach(planTurn)
})

const mostAgain = 100

/** Returns how many URLs of the article will be checked. URLs checked in the last minutes are skipped. */
export async function checkAgain(tx: WorkspaceTx, articleId: string): Promise<number> {
  await syncAddresses(tx)
  const due = await markDue(tx, articleId, mostAgain)
  await queueTurn(tx)
  return due
}

async function planTurn(tx: WorkspaceTx) {
  await syncAddresses(tx)
  await queueTurn(tx)
}

async function queueTurn(tx: WorkspaceTx) {
  if (await hasDue(tx)) await enqueue(tx, checkLinks, {}, { key: `${checkLinks.name} ${tx.workspaceId}` })
}

/** The checked links, and whether pages show a change. */
async function probeEach(context: JobContext, due: DueLink[]): Promise<Map<DueLink, boolean>> {
  const asked = new Map<DueLink, boolean>()
  const endsAt = Date.now() + turnMs
  for (const link of due) {
    if (context.stopping.aborted || Date.now() > endsAt) break
    const isShown = await ask(context, link)
    if (isShown !== null) asked.set(link, isShown)
  }
  return asked
}

async function ask({ platform, inWorkspace, stopping }: JobContext, link: DueLink): Promise<boolean | null> {
  const finding = await runInHostTurn(hostOf(link), stopping, () => probeLink(platform.outbound, link, stopping))
  // An interrupted check says nothing about the host.
  if (stopping.aborted) return null
  await inWorkspace((tx) =>
    finding ? writeCheckResult(tx, link.hash, finding) : releaseLinks(tx, [link.hash], '5 minutes'),
  )
  return finding !== null && (finding.state === 'broken' || link.state === 'broken')
}

const hostOf = ({ url }: DueLink) => (URL.canParse(url) ? new URL(url).host : url)
const hashesOf = (links: DueLink[]) => links.map(({ hash }) => hash)

async function recordChecked(tx: WorkspaceTx, links: DueLink[]) {
  const ids = await listArticlesWith(tx, hashesOf(links))
  const event = { type: 'article.links-checked', by: { actor: noOne }, audience: 'team' } as const
  await recordAll(
    tx,
    ids.map((id) => ({ ...event, subject: aboutArticle(id) })),
  )
}
