import { type RawBuilder, sql } from 'kysely'
import type { visibilities } from '#contract/knowledge-base/categories.ts'
import type { Caller } from '#server/platform/http/caller.ts'

export type Visibility = (typeof visibilities)[number]
export type Audience = Exclude<Visibility, 'unlisted'>
/**
 * The effective visibility of an article or category: its own visibility, narrowed by the visibility of all ancestors.
 */
export type EffectiveVisibility = { audience: Audience; isListed: boolean }

export type Reader = Pick<Caller, 'kind'>

const fromWide: Audience[] = ['public', 'customers', 'team']

/** Combines two visibilities. The narrower visibility wins. */
export function narrow(above: EffectiveVisibility, visibility: Visibility): EffectiveVisibility {
  const own = visibility === 'unlisted' ? 'public' : visibility
  const audience = fromWide[Math.max(fromWide.indexOf(own), fromWide.indexOf(above.audience))]!
  return { audience, isListed: above.isListed && visibility !== 'unlisted' }
}

/** Returns whether a URL may redirect to an article. Every reader of the URL must be able to find the article. */
export const mayRedirect = (from: EffectiveVisibility, to: EffectiveVisibility): boolean =>
  fromWide.indexOf(from.audience) <= fromWide.indexOf(to.audience) && (to.isListed || !from.isListed)

export const audiencesOf = ({ kind }: Reader): Audience[] => {
  if (kind === 'member') return fromWide
  return kind === 'customer' ? ['public', 'customers'] : ['public']
}

const kinds = { public: 'visitor', customers: 'customer', team: 'member' } as const

export const readerOf = (audience: Audience) => ({ kind: kinds[audience] })

/** Condition for rows that the reader may read. A database policy checks it again for anonymous readers. */
export const mayRead = (reader: Reader, table: string) => isReadBy(audiencesOf(reader), table)

/** Like `mayRead`, without unlisted rows: for lists, searches, counts and feeds. */
export const mayFind = (reader: Reader, table: string) => isFoundBy(audiencesOf(reader), table)

const isReadBy = (audiences: Audience[], table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.audience`)} = any(${audiences}::text[])`

/** Like `mayFind`, but takes audiences instead of a reader, because `statement` compiles its SQL only once. */
export const isFoundBy = (audiences: Audience[], table: string): RawBuilder<boolean> =>
  sql<boolean>`${isReadBy(audiences, table)} and ${sql.ref(`${table}.is_listed`)}`
