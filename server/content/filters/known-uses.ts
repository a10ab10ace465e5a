import { sql } from 'kysely'
import type { Models } from '#server/content/models/find-models.ts'

/** Fields that somebody may not read: slots of which a component holds one, and the fields themselves by id. */
export type Hidden = Pick<Models, 'hiddenSlots' | 'hiddenFields'>

/** Whether a use `u` is known to somebody: by no slot that hides something, or by a way on which nothing is hidden. */
export const isKnownUse = ({
  hiddenSlots,
  hiddenFields,
}: Hidden) => sql<boolean>`(u.slot <> all(${[...hiddenSlots]}::text[])
  or exists (select from jsonb_array_elements(u.ways) way where not way ?| ${[...hiddenFields]}::text[]))`
