import type { z } from 'zod'
import type { ContentCategory } from '#contract/content/categories.ts'
import type { ContentModel } from '#contract/content/models.ts'
import type { Member } from '#contract/workspace/team.ts'
import type { Component } from '#web/fields/form/field-services.tsx'
import type { FieldOf } from '#web/fields/form/field-shape.ts'

// These functions select only what the page needs, because the loader data is part of the HTML.

export const shownFields = ({ fields }: ContentModel, isAdmin: boolean): FieldOf[] =>
  fields
    .filter(({ deletedAt, readBy }) => deletedAt === null && (readBy === 'members' || isAdmin))
    .map(({ formerKeys: _, default: __, ...field }) => field as FieldOf)

export function editedModel(model: ContentModel, isAdmin: boolean) {
  const { pluralKey, localized, titleField, slugField, previewUrl, publishers, publisherIds } = model
  return {
    ...named(model),
    ...{ pluralKey, localized, titleField, slugField, previewUrl, publishers, publisherIds },
    fields: shownFields(model, isAdmin),
  }
}

const named = ({ id, key, name, kind }: ContentModel) => ({ id, key, name, kind })

export const otherModel = (model: ContentModel) => ({
  ...named(model),
  pluralKey: model.pluralKey,
  titleField: model.titleField ?? model.fields.find(({ kind }) => kind === 'text')?.key ?? null,
})

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

const componentsNamed = ({ component, components }: ContentModel['fields'][number]) =>
  [component, components].flat().filter((name) => typeof name === 'string')

export const categoryChoice = ({ id, parent, name }: ContentCategory) => ({ id, parent, name })

export function teamMember(member: z.output<typeof Member>) {
  const { id, name, surname, email, status, role, avatarUrl } = member
  return { id, name, surname, email, status, role, avatarUrl }
}
