import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { countViews } from '#server/tickets/ticket/lists/count-views.ts'
import { listLongestWaiting } from '#server/tickets/ticket/lists/list-tickets.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import {
  countArticles,
  countOutdated,
  countReading,
  countTexts,
  findMedianFirstReply,
  listDays,
  listLabels,
} from './queries.ts'

const mostWaiting = 5

export async function showServiceReport(tx: WorkspaceTx, reader: Reader) {
  const counts = await countViews(tx, reader, ['unassigned', 'mine', 'active', 'pending'])
  const days = await listDays(tx)
  return {
    ...counts,
    days,
    solvedToday: days.at(-1)?.solved ?? 0,
    medianFirstReplyMinutes: await findMedianFirstReply(tx),
    longestWaiting: await listLongestWaiting(tx, reader, mostWaiting),
  }
}

export async function showKnowledgeBaseReport(tx: WorkspaceTx, wanted: string | undefined) {
  const languages = await findLanguages(tx)
  const first = languages[0]!
  const { draft, inReview, published, archived, ...counts } = await countArticles(tx, wanted ?? first)
  const texts = new Map((await countTexts(tx, first)).map((counted) => [counted.language, counted]))
  return {
    ...counts,
    byStatus: { draft, in_review: inReview, published, archived },
    languages: languages.map((language) => texts.get(language) ?? { language, written: 0, live: 0, outdated: 0 }),
    outdated: await countOutdated(tx, first),
    ...(await countReading(tx)),
    labels: await listLabels(tx),
  }
}
