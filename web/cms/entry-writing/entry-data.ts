import type { EntryThread } from '#contract/content/comments.ts'
import type { EditedEntry } from '#contract/content/entries.ts'
import { isAdminRole } from '#contract/workspace/admin-role.ts'
import type { CategoryChoice, Component } from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import type { OpenThreads } from '#web/lib/writing/comments/use-comments.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import type { editedModel, otherModel, teamMember } from './loader-fields.ts'

export type EditedModel = ReturnType<typeof editedModel>
export type OtherModel = ReturnType<typeof otherModel>
export type EntryMember = ReturnType<typeof teamMember>

export type EntryPageData = {
  viewer: Viewer
  model: EditedModel
  components: Component[]
  models: OtherModel[]
  entry: EditedEntry | null
  language: string
  languages: string[]
  /** True if slugs in `language` use only the letters a to z. Otherwise slugs can contain letters such as é or я. */
  hasPlainSlugs: boolean
  /** True if the entry has no text in `language`. Then `entry` is in another language. */
  isMissing: boolean
  categories: CategoryChoice[]
  /** Open comment threads, and the number of resolved threads. */
  said: OpenThreads<EntryThread>
  members: EntryMember[]
}

type Publishing = Pick<EditedModel, 'publishers' | 'publisherIds'>

export const mayPublish = (
  { publishers, publisherIds }: Publishing,
  { id, isAdmin }: { id: string; isAdmin: boolean },
) => isAdmin || publishers === 'members' || (publishers === 'named' && publisherIds.includes(id))

/** Returns whether a field is locked: the viewer may not publish, and a schedule would publish the change. */
export const isLockedBySchedule = (
  { entry, language }: Pick<EntryPageData, 'entry' | 'language'>,
  { localized }: FieldOf,
) =>
  entry !== null &&
  !entry.canPublish &&
  entry.languages.some((one) => one.publishAt !== null && (!localized || one.language === language))

export const publishersOf = (model: Publishing, members: EntryMember[]) =>
  members.filter(({ id, status, role }) => status === 'active' && mayPublish(model, { id, isAdmin: isAdminRole(role) }))

export const titleOf = ({ model, entry }: Pick<EntryPageData, 'model' | 'entry'>, values: Record<string, unknown>) => {
  const field = titleFieldOf(model)
  const title = field ? values[field.key] : entry?.title
  return typeof title === 'string' ? title.trim() : ''
}

export const titleFieldOf = ({ titleField, fields }: Pick<EditedModel, 'titleField' | 'fields'>) =>
  fields.find(({ key }) => key === titleField) ?? fields.find(({ kind }) => kind === 'text')
