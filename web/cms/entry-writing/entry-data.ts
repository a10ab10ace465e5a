import type { EntryThread } from '#contract/content/comments.ts'
import type { EditedEntry } from '#contract/content/entries.ts'
import { isAdminRole } from '#contract/workspace/team.ts'
import type { CategoryChoice, Component } from '#web/fields/form/around.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'
import type { OpenThreads } from '#web/lib/writing/comments/use-comments.ts'
import type { Viewer } from '#web/shell/viewer.ts'
import type { editedModel, otherModel, teamMember } from './sent.ts'

export type EditedModel = ReturnType<typeof editedModel>
export type OtherModel = ReturnType<typeof otherModel>
export type EntryMember = ReturnType<typeof teamMember>

export type EntryPageData = {
  viewer: Viewer
  model: EditedModel
  components: Component[]
  models: OtherModel[]
  /** Null for a new one. */
  entry: EditedEntry | null
  language: string
  /** The languages of the model, main language first. */
  languages: string[]
  /** Whether slugs in the language have only the letters a to z. */
  hasPlainSlugs: boolean
  /** The language has no text yet; `entry` is in another language. */
  isMissing: boolean
  categories: CategoryChoice[]
  /** Open comment threads, and the number of resolved ones. */
  said: OpenThreads<EntryThread>
  members: EntryMember[]
}

type Publishing = Pick<EditedModel, 'publishers' | 'publisherIds'>

/** The same rule as on the server. */
export const mayPublish = (
  { publishers, publisherIds }: Publishing,
  { id, isAdmin }: { id: string; isAdmin: boolean },
) => isAdmin || publishers === 'members' || (publishers === 'named' && publisherIds.includes(id))

/** A scheduled draft is published as it is then, so only members who may publish can change it. */
export const isHeldByPlan = ({ entry, language }: Pick<EntryPageData, 'entry' | 'language'>, { localized }: FieldOf) =>
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
