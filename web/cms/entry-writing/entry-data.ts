import type { z } from 'zod'
import type { EntryThread } from '#contract/content/comments.ts'
import type { EditedEntry } from '#contract/content/entries.ts'
import type { ContentModel } from '#contract/content/models.ts'
import type { Member } from '#contract/workspace/team.ts'
import { isAdminRole } from '#contract/workspace/team.ts'
import type { CategoryChoice, Component } from '#web/fields/form/around.tsx'
import type { FieldOf, NamedModel } from '#web/fields/form/field-shape.ts'
import type { OpenThreads } from '#web/lib/writing/comments/use-comments.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export type EditedModel = Pick<
  ContentModel,
  | 'id'
  | 'key'
  | 'pluralKey'
  | 'name'
  | 'kind'
  | 'localized'
  | 'titleField'
  | 'slugField'
  | 'previewUrl'
  | 'publishers'
  | 'publisherIds'
> & { fields: FieldOf[] }
/** A model that references may lead to. */
export type OtherModel = NamedModel & { pluralKey: string; titleField: string | null }

/** Whoever may own or review an entry. */
export type EntryMember = Pick<
  z.output<typeof Member>,
  'id' | 'name' | 'surname' | 'email' | 'status' | 'role' | 'avatarUrl'
>

/** What the page of an entry knows. */
export type EntryPageData = {
  viewer: Viewer
  model: EditedModel
  components: Component[]
  models: OtherModel[]
  /** Null for a new one. */
  entry: EditedEntry | null
  language: string
  /** The languages of the model, the first one first. */
  languages: string[]
  /** Whether addresses in the language are written with a to z alone. */
  hasPlainSlugs: boolean
  /** The language has no text yet; `entry` is in another language. */
  isMissing: boolean
  categories: CategoryChoice[]
  /** What the team says of it and is open, and how much is settled. */
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

/** Members who may publish and review entries of a model. */
export const publishersOf = (model: Publishing, members: EntryMember[]) =>
  members.filter(({ id, status, role }) => status === 'active' && mayPublish(model, { id, isAdmin: isAdminRole(role) }))

export const listHref = '/cms/content/list'
export const createHref = (model: string, language?: string) =>
  `/cms/content/create?model=${encodeURIComponent(model)}${language ? `&language=${encodeURIComponent(language)}` : ''}`

/** The first language is not named in the URL. */
export const hrefOf = (id: string, language?: string, languages: string[] = []) =>
  `/cms/content/edit/${id}${!language || language === languages[0] ? '' : `?language=${encodeURIComponent(language)}`}`

export const titleOf = ({ model, entry }: Pick<EntryPageData, 'model' | 'entry'>, values: Record<string, unknown>) => {
  const field = titleFieldOf(model)
  const title = field ? values[field.key] : entry?.title
  return typeof title === 'string' ? title.trim() : ''
}

export const titleFieldOf = ({ titleField, fields }: Pick<EditedModel, 'titleField' | 'fields'>) =>
  fields.find(({ key }) => key === titleField) ?? fields.find(({ kind }) => kind === 'text')
