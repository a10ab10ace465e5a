import { sql } from 'kysely'
import type { Models } from '#server/content/models/find-models.ts'

/** Fields that a caller cannot read: slots that contain one, and field ids. */
export type HiddenFields = Pick<Models, 'hiddenSlots' | 'hiddenFields'>

/** Whether the caller may know of a use `u`: it comes from a readable slot, or through readable fields only. */
export const isKnownUse = ({
  hiddenSlots,
  hiddenFields,
}: HiddenFields) => sql<boolean>`(u.slot <> all(${[...hiddenSlots]}::text[])
  or exists (select from jsonb_array_elements(u.ways) way where not way ?| ${[...hiddenFields]}::text[]))`
