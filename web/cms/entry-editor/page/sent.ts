import type { z } from 'zod'
import type { ContentCategory } from '#contract/content/categories.ts'
import type { ContentModel } from '#contract/content/models.ts'
import type { Member } from '#contract/workspace/team.ts'
import type { EditedModel, EntryMember, OtherModel } from '#web/cms/entry-writing/entry-data.ts'
import type { Component } from '#web/fields/form/around.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'

// What the loader sends of an answer: each field is in the page a second time, as data.

/** The existing fields that the viewer may read. */
const shownFields = ({ fields }: ContentModel, isAdmin: boolean): FieldOf[] =>
  fields
    .filter(({ deletedAt, readBy }) => deletedAt === null && (readBy === 'members' || isAdmin))
    .map(({ formerKeys: _, default: __, ...field }) => field as unknown as FieldOf)

export function editedModel(model: ContentModel, isAdmin: boolean): EditedModel {
  const { id, key, pluralKey, name, kind, localized, titleField, slugField, previewUrl } = model
  const { publishers, publisherIds } = model
  const fields = shownFields(model, isAdmin)
  const named = { id, key, pluralKey, name, kind, localized, titleField, slugField, previewUrl }
  return { ...named, publishers, publisherIds, fields }
}

const named = ({ id, key, name, kind }: ContentModel) => ({ id, key, name, kind })

export const otherModel = (model: ContentModel): OtherModel => ({
  ...named(model),
  pluralKey: model.pluralKey,
  titleField: model.titleField ?? model.fields.find(({ kind }) => kind === 'text')?.key ?? null,
})

/** The components of a model, with nested ones. */
export function componentsFor(model: ContentModel, all: readonly ContentModel[], isAdmin: boolean): Component[] {
  const needed = new Map<string, ContentModel>()
  const collect = ({ fields }: ContentModel) => {
    for (const name of fields.flatMap(componentsNamed)) {
      const found = all.find(({ id, key, kind }) => kind === 'component' && (id === name || key === name))
      if (!found || needed.has(found.id)) continue
      needed.set(found.id, found)
      collect(found)
    }
  }
  collect(model)
  return [...needed.values()].map((one) => ({
    ...named(one),
    titleField: one.titleField,
    fields: shownFields(one, isAdmin),
  }))
}

const componentsNamed = (field: ContentModel['fields'][number]): string[] => {
  const { component, components } = field as { component?: string; components?: string[] }
  return [...(component ? [component] : []), ...(components ?? [])]
}

export const categoryChoice = ({ id, parent, name }: ContentCategory) => ({ id, parent, name })

export const teamMember = ({
  id,
  name,
  surname,
  email,
  status,
  role,
  avatarUrl,
}: z.output<typeof Member>): EntryMember => ({
  ...{ id, name, surname, email, status, role, avatarUrl },
})
