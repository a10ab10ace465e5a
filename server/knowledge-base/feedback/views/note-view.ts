import { addViews, addViewsOfDay } from '#server/knowledge-base/feedback/queries/views.ts'
import { inWorkspace, type WorkspaceTx } from '#server/platform/database.ts'
import type { PageReader } from '#server/platform/fast-reads/quick-answers.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { createViews } from './count-views.ts'

const writtenEveryMs = 5000
/** Bots that identify themselves. Others count as one reader a day. */
const robots =
  /bot\b|crawl|spider|slurp|preview|scan|fetch|monitor|lighthouse|headless|phantom|curl|wget|python|java\/|go-http|okhttp|axios|libwww|facebookexternalhit|feed/i

type ViewCounter = { views: ReturnType<typeof createViews>; writing: NodeJS.Timeout | undefined }
const known = new WeakMap<Platform, ViewCounter>()

function keptBy(platform: Platform): ViewCounter {
  const kept = known.get(platform) ?? { views: createViews(), writing: undefined }
  known.set(platform, kept)
  return kept
}

export type ReadArticle = { workspaceId: string; articleId: string }

/** Does not wait. Lost views do no harm. */
export function noteView(platform: Platform, { method, headers, network }: PageReader, article: ReadArticle) {
  const browser = headers['user-agent'] ?? ''
  if (method !== 'GET' || headers['sec-purpose'] || browser === '' || robots.test(browser)) return
  const kept = keptBy(platform)
  if (!kept.views.count({ ...article, network: network(), browser })) return
  kept.writing ??= setTimeout(() => void writeViews(platform), writtenEveryMs).unref()
}

export async function writeViews(platform: Platform) {
  const kept = keptBy(platform)
  clearTimeout(kept.writing)
  kept.writing = undefined
  for (const [id, read] of kept.views.take())
    await inWorkspace(platform.app, id, (tx) => write(tx, read)).catch((error: unknown) =>
      platform.log.warn({ err: error, workspace: id }, 'views were not noted'),
    )
}

async function write(tx: WorkspaceTx, read: Map<string, number>) {
  await addViews(tx, read)
  await addViewsOfDay(tx, read)
}
