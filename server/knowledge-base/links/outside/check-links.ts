import { z } from 'zod'
import { aboutArticle, noOne } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { recordAll } from '#server/platform/events/record.ts'
import { enqueue, type Job, type JobContext, job } from '#server/platform/jobs.ts'
import { inTurnOf } from './host-turns.ts'
import { judgeLink } from './judge-link.ts'
import {
  claimDue,
  type DueLink,
  followTexts,
  giveBack,
  hasDue,
  listArticlesWith,
  makeDue,
  writeFinding,
} from './queries.ts'

const Nothing = z.object({})
const most = { aTurn: 25, aDay: 2000 }
/** After that a workspace waits for its next turn, so that its slow hosts hold up nobody else's. */
const turnMs = 30_000

/** A turn of one workspace: some of its addresses that are due, one after the other. */
export const checkLinks: Job<typeof Nothing> = {
  ...job('outside-links.check', Nothing, async (_, context) => {
    if (!context.platform.settings.checksOutsideLinks) return
    const due = await context.inWorkspace((tx) => claimDue(tx, most))
    const asked = await askEach(context, due)
    await context.inWorkspace(async (tx) => {
      await giveBack(tx, hashesOf(due.filter((link) => !asked.has(link))), '0 minutes')
      await tellPages(
        tx,
        due.filter((link) => asked.get(link)),
      )
      if (asked.size > 0) await queueTurn(tx)
    })
  }),
  lane: 'outside',
}

/** Gives each workspace with addresses that are due a turn. */
export const planChecks = job('outside-links.plan', Nothing, async (_, { inEach, platform }) => {
  if (platform.settings.checksOutsideLinks) await inEach(planTurn)
})

const mostAgain = 100

/** Answers how many addresses of the article are asked now; those that were asked some minutes ago are not. */
export async function checkAgain(tx: WorkspaceTx, articleId: string): Promise<number> {
  await followTexts(tx)
  const due = await makeDue(tx, articleId, mostAgain)
  await queueTurn(tx)
  return due
}

async function planTurn(tx: WorkspaceTx) {
  await followTexts(tx)
  await queueTurn(tx)
}

async function queueTurn(tx: WorkspaceTx) {
  if (await hasDue(tx)) await enqueue(tx, checkLinks, {}, { key: `${checkLinks.name} ${tx.workspaceId}` })
}

/** Those that somebody had a look at, and whether pages show what was found. */
async function askEach(context: JobContext, due: DueLink[]): Promise<Map<DueLink, boolean>> {
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
  const finding = await inTurnOf(hostOf(link), stopping, () => judgeLink(platform.outbound, link, stopping))
  // What a stop cut short was not the host's fault.
  if (stopping.aborted) return null
  await inWorkspace((tx) => (finding ? writeFinding(tx, link.hash, finding) : giveBack(tx, [link.hash], '5 minutes')))
  return finding !== null && (finding.state === 'broken' || link.state === 'broken')
}

const hostOf = ({ url }: DueLink) => (URL.canParse(url) ? new URL(url).host : url)
const hashesOf = (links: DueLink[]) => links.map(({ hash }) => hash)

async function tellPages(tx: WorkspaceTx, links: DueLink[]) {
  const ids = await listArticlesWith(tx, hashesOf(links))
  const event = { type: 'article.links-checked', by: { actor: noOne }, audience: 'team' } as const
  await recordAll(
    tx,
    ids.map((id) => ({ ...event, subject: aboutArticle(id) })),
  )
}
