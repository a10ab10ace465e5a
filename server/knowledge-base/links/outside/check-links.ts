import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { aboutArticle, systemActor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { recordAll } from '#server/platform/events/record.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import type { Outbound } from '#server/platform/outbound/outbound.ts'
import { faultOf, type OutboundFault } from '#server/platform/outbound/outbound-error.ts'
import type { DueLink, LinkCheckResult } from './queries.ts'
import * as queries from './queries.ts'

const Nothing = z.object({})
const most = { aTurn: 25, aDay: 2000 }
// Maximum time of one run of the job. After it, the job is queued again, so that slow hosts do not delay other
// workspaces.
const turnMs = 30_000

export const checkLinks: Job<typeof Nothing> = {
  ...job('outside-links.check', Nothing, async (_, context) => {
    if (!context.platform.settings.checksOutsideLinks) return
    const due = await context.inWorkspace((tx) => queries.claimDue(tx, most))
    const checked = await probeEach(context, due)
    await context.inWorkspace(async (tx) => {
      await queries.releaseLinks(tx, hashesOf(due.filter((link) => !checked.has(link))), '0 minutes')
      const shown = due.filter((link) => checked.get(link))
      await recordChecked(tx, shown)
      if (checked.size > 0) await queueTurn(tx)
    })
  }),
  lane: 'outside',
}

export const planChecks = job('outside-links.plan', Nothing, async (_, { inEach, platform }) => {
  if (platform.settings.checksOutsideLinks) await inEach(planTurn)
})

const mostAgain = 100

/**
 * Queues a check of the external links of an article. Returns the number of links; links that were checked in the last
 * ten minutes are skipped.
 */
export async function checkAgain(tx: WorkspaceTx, articleId: string): Promise<number> {
  await queries.syncAddresses(tx)
  const due = await queries.markDue(tx, articleId, mostAgain)
  await queueTurn(tx)
  return due
}

async function planTurn(tx: WorkspaceTx) {
  await queries.syncAddresses(tx)
  await queueTurn(tx)
}

async function queueTurn(tx: WorkspaceTx) {
  if (await queries.hasDue(tx)) await enqueue(tx, checkLinks, {}, { key: `${checkLinks.name} ${tx.workspaceId}` })
}

// Checks the links until the time is over and returns the checked links. The value is true if the link is or was
// broken.
async function probeEach(context: JobContext, due: DueLink[]): Promise<Map<DueLink, boolean>> {
  const checked = new Map<DueLink, boolean>()
  const endsAt = Date.now() + turnMs
  for (const link of due) {
    if (context.stopping.aborted || Date.now() > endsAt) break
    const isShown = await checkLink(context, link)
    if (isShown !== null) checked.set(link, isShown)
  }
  return checked
}

async function checkLink({ platform, inWorkspace, stopping }: JobContext, link: DueLink): Promise<boolean | null> {
  const finding = await runInHostTurn(hostOf(link), stopping, () => probeLink(platform.outbound, link, stopping))
  // A check that was interrupted by the shutdown says nothing about the link.
  if (stopping.aborted) return null
  await inWorkspace((tx) =>
    finding ? queries.writeCheckResult(tx, link.hash, finding) : queries.releaseLinks(tx, [link.hash], '5 minutes'),
  )
  return finding !== null && (finding.state === 'broken' || link.state === 'broken')
}

const hostOf = ({ url }: DueLink) => (URL.canParse(url) ? new URL(url).host : url)
const hashesOf = (links: DueLink[]) => links.map(({ hash }) => hash)

async function recordChecked(tx: WorkspaceTx, links: DueLink[]) {
  const ids = await queries.listArticlesWith(tx, hashesOf(links))
  const event = { type: 'article.links-checked', by: { actor: systemActor }, audience: 'team' } as const
  await recordAll(
    tx,
    ids.map((id) => ({ ...event, subject: aboutArticle(id) })),
  )
}

const daysBetween = 7
// A link counts as broken after this many inconclusive checks in a row. The second check follows after one day, the
// third after two more days.
const mostFailures = 3

const certain = { failures: 0, againInDays: daysBetween }
const works: LinkCheckResult = { state: 'works', fault: null, status: null, ...certain }
/** Result for a URL that the server is not allowed to request. */
const unknown: LinkCheckResult = { ...works, state: null }

async function probeLink({ probe }: Outbound, link: DueLink, stopping: AbortSignal): Promise<LinkCheckResult> {
  try {
    const { status } = await probe(link.url, stopping)
    if (status < 400) return { ...works, status }
    const found = { fault: 'bad-answer', status } as const
    return status === 404 || status === 410 ? { state: 'broken', ...found, ...certain } : unsure(link, found)
  } catch (error) {
    return judgeFault(link, faultOf(error).fault)
  }
}

function judgeFault(link: DueLink, fault: OutboundFault): LinkCheckResult {
  switch (fault) {
    case 'not-allowed':
      return unknown
    case 'no-address':
    case 'bad-certificate':
    case 'refused':
      return { state: 'broken', fault, status: null, ...certain }
    default:
      return unsure(link, { fault: 'no-answer', status: null })
  }
}

function unsure({ failures: before }: DueLink, found: Pick<LinkCheckResult, 'fault' | 'status'>): LinkCheckResult {
  const failures = Math.min(before + 1, mostFailures)
  const isBroken = failures === mostFailures
  return { state: isBroken ? 'broken' : 'unsure', ...found, failures, againInDays: isBroken ? daysBetween : failures }
}

const restMs = 1000
/** Time from which the next request to a host is allowed, by host. Infinity while a request runs. */
const freeAt = new LRUCache<string, number>({ max: 10_000, ttl: 60_000 })

// Runs `work`, which requests the host. Allows one request to a host at a time, with a pause in between. Returns null
// if a request is running.
async function runInHostTurn<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  const at = freeAt.get(host) ?? 0
  if (at === Number.POSITIVE_INFINITY) return null
  freeAt.set(host, Number.POSITIVE_INFINITY)
  try {
    await sleep(Math.max(0, at - Date.now()), undefined, { signal }).catch(() => {})
    return await work()
  } finally {
    freeAt.set(host, Date.now() + restMs)
  }
}
