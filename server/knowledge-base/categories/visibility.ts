import { type RawBuilder, sql } from 'kysely'
import type { visibilities } from '#contract/knowledge-base/categories.ts'
import type { Caller } from '#server/platform/http/caller.ts'

export type Visibility = (typeof visibilities)[number]
export type Audience = Exclude<Visibility, 'unlisted'>
/** Who may read something, and whether it stands in lists: what its own visibility and all above it come to. */
export type Reach = { audience: Audience; isListed: boolean }

export type Reader = Pick<Caller, 'kind'>

const fromWide: Audience[] = ['public', 'customers', 'team']

/** What stands somewhere is for nobody for whom the place is not. */
export function narrow(above: Reach, visibility: Visibility): Reach {
  const own = visibility === 'unlisted' ? 'public' : visibility
  const audience = fromWide[Math.max(fromWide.indexOf(own), fromWide.indexOf(above.audience))]!
  return { audience, isListed: above.isListed && visibility !== 'unlisted' }
}

/** Whether the address of one may lead to the other: nobody hears of what is or was not for them. */
export const mayLead = (from: Reach, to: Reach): boolean =>
  fromWide.indexOf(from.audience) <= fromWide.indexOf(to.audience) && (to.isListed || !from.isListed)

export const audiencesOf = ({ kind }: Reader): Audience[] => {
  if (kind === 'member') return fromWide
  return kind === 'customer' ? ['public', 'customers'] : ['public']
}

const kinds = { public: 'visitor', customers: 'customer', team: 'member' } as const

/** Somebody who reads as this audience does. */
export const readerOf = (audience: Audience) => ({ kind: kinds[audience] })

/**
 * What a reader may see of what is published. Every door uses this one condition, on a table that has an `audience`;
 * the role of anonymous readers has it as a policy besides.
 */
export const mayRead = (reader: Reader, table: string) => isReadBy(audiencesOf(reader), table)

/** The same, of what stands in lists, searches, counts and feeds. */
export const mayFind = (reader: Reader, table: string) => isFoundBy(audiencesOf(reader), table)

const isReadBy = (audiences: Audience[], table: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.audience`)} = any(${audiences}::text[])`

/** `mayFind` by the reader's audiences, for statements that are written once. */
export const isFoundBy = (audiences: Audience[], table: string): RawBuilder<boolean> =>
  sql<boolean>`${isReadBy(audiences, table)} and ${sql.ref(`${table}.is_listed`)}`
