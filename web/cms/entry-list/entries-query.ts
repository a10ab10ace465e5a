import { listPath } from '#web/cms/entries/entry-words.ts'

export const stages = ['draft', 'in_review', 'scheduled', 'changed', 'published', 'archived', 'trash'] as const
export type Stage = (typeof stages)[number]
export const stageNames: Record<Stage, string> = {
  draft: 'Drafts',
  in_review: 'In review',
  scheduled: 'Scheduled',
  changed: 'With changes',
  published: 'Published',
  archived: 'Archived',
  trash: 'Trash',
}
export const orders = ['updated', 'title', 'published', 'created'] as const
export type Order = (typeof orders)[number]

/** What an address asks the list for. */
export type EntriesQuery = {
  q: string
  model: string | null
  stage: Stage | null
  category: string | null
  owner: string | null
  label: string | null
  /** Of titles and states; the first one, unless said. */
  language: string | null
  order: Order
  cursor: string | null
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What it does not know is left out. */
export function readEntriesQuery(search: URLSearchParams): EntriesQuery {
  const fitting = (name: string, fits: RegExp) => {
    const value = search.get(name)
    return value && fits.test(value) ? value : null
  }
  return {
    q: search.get('q')?.trim().slice(0, 256) ?? '',
    model: fitting('model', /^[A-Za-z]\w{0,59}$/),
    stage: stages.find((stage) => stage === search.get('status')) ?? null,
    category: fitting('category', uuid),
    owner: fitting('owner', uuid),
    label: search.get('label')?.slice(0, 50) || null,
    language: fitting('language', /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/),
    order: orders.find((order) => order === search.get('order')) ?? 'updated',
    cursor: search.get('cursor'),
  }
}

export function entriesHref({ stage, order, ...others }: Partial<EntriesQuery>): string {
  const said = { ...others, status: stage, order: order === 'updated' ? null : order }
  const given = Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${listPath}?${new URLSearchParams(given)}` : listPath
}

export const isFiltered = ({ q, category, owner, label, stage, model }: EntriesQuery) =>
  Boolean(q || category || owner || label || (stage && model))
