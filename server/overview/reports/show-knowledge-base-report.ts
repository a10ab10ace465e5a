import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { countArticles, countOutdated, countReading, countTexts, listLabels } from './queries.ts'

/** Counts of articles, by language and by state. */
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
