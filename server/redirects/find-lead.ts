import type { Reader } from '#server/knowledge-base/visibility.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { findArchived, findByPath, findPlace, type Place } from './queries.ts'
import { redirectPath } from './redirect-path.ts'

export type Lead = { status: 301; location: string } | { status: 410 }

/**
 * Where an address leads at which there is no page; null where that is nowhere. To an article that is not the reader's it leads
 * no more than to one that never was.
 */
export async function findLead(tx: WorkspaceTx, reader: Reader, path: string): Promise<Lead | null> {
  const redirect = await findByPath(tx, redirectPath(path))
  if (!redirect) return null
  if (redirect.articleId === null) return { status: 410 }
  const place = await findPlace(tx, reader, redirect.articleId)
  if (place) return leadTo(place)
  const archived = await findArchived(tx, reader, redirect.articleId)
  if (!archived) return null
  if (archived.path && redirectPath(archived.path) !== redirectPath(path))
    return { status: 301, location: archived.path }
  const next = archived.leadsTo ? await findPlace(tx, reader, archived.leadsTo) : undefined
  return next ? leadTo(next) : { status: 410 }
}

function leadTo({ slug, language, first }: Place): Lead {
  const before = language === first ? '' : `/${language}`
  return { status: 301, location: `${before}/knowledgebase/article/${encodeURIComponent(slug)}` }
}
