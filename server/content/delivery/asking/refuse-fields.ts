import type { Field } from '#contract/fields/fields.ts'
import { ownNames, targetsOf } from '#server/content/filters/find-column.ts'
import { unknown } from '#server/content/filters/refuse-query.ts'
import { namesOfAsset } from '#server/content/media/assets/deliver-assets.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import { namesOfCategory } from '#server/content/projection/fill-references.ts'
import { findComponent } from '#server/fields/kinds/component-names.ts'
import type { Component } from '#server/fields/kinds/field-kind.ts'
import { ruleOf } from '#server/fields/kinds/registry.ts'
import { fieldsByKey } from '#server/fields/values/components.ts'
import type { Refusal } from '#server/platform/refusal.ts'
import { everything, type FieldSelection, namesIn } from './field-selection.ts'

const ofEveryEntry: readonly string[] = [...ownNames, 'type', '_meta']

/** `isHtml`: rich text is HTML, so nothing below it can be selected. */
type FieldContext = { models: Models; isHtml: boolean }

/** Refuses field names that no entry can have. Otherwise a typo would look like an empty value. */
export function refuseUnknownFields(at: FieldContext, model: Model, wanted: FieldSelection) {
  for (const path of pathsIn(wanted)) {
    const refusal = inFields(at, model, path, ofEveryEntry)
    if (refusal) throw refusal
  }
}

const pathsIn = (wanted: FieldSelection): string[][] =>
  namesIn(wanted).flatMap(([name, below]) =>
    below.size === 0 ? [[name]] : pathsIn(below).map((rest) => [name, ...rest]),
  )

type FieldOwner = Pick<Model | Component, 'key' | 'fields'>

function inFields(
  at: FieldContext,
  owner: FieldOwner,
  [name, ...rest]: string[],
  besides: readonly string[],
): Refusal | null {
  if (name === everything) return null
  const byKey = fieldsByKey(owner.fields)
  const field = byKey.get(name!)
  if (field) return rest.length === 0 ? null : below(at, field, rest)
  if (besides.includes(name!)) return rest.length === 0 ? null : hasNone(name!)
  return unknown(`${owner.key} has no field ${name}. There are: ${listed(byKey.keys())}`)
}

function below(at: FieldContext, field: Field, path: string[]): Refusal | null {
  const { models, isHtml } = at
  if (isHtml && field.kind === 'rich_text')
    return unknown(`With richText=html, ${field.key} is HTML, so it has no fields below it`)
  if (path[0] === everything && hasFieldsBelow(field)) return null
  if (field.kind === 'group') return inFields(at, models.components.get(field.component)!, path, [])
  if (field.kind === 'blocks') return inBlocks(at, field, path)
  if (field.kind === 'reference' || field.kind === 'rich_text') return inTargets(at, field, path)
  if (field.kind === 'category') return among(field, path, namesOfCategory)
  if (field.kind === 'media') return among(field, path, namesOfAsset)
  return hasNone(field.key)
}

/** All components are valid names here, because a field can still contain blocks that it no longer accepts. */
function inBlocks(at: FieldContext, { key, components }: Field<'blocks'>, [name, ...rest]: string[]): Refusal | null {
  const { models } = at
  const component = findComponent(models.components, name!)
  if (component) return rest.length === 0 ? null : inFields(at, component, rest, [])
  const taken = components.length > 0 ? components : [...models.components.keys()]
  const there = taken.flatMap((one) => models.components.get(one)?.key ?? [])
  return unknown(`${key} has no component ${name}. There are: ${listed(there)}`)
}

/** Refuses a path that fits none of the models that the field can reference. */
function inTargets(at: FieldContext, field: Field<'reference' | 'rich_text'>, path: string[]): Refusal | null {
  const [name] = path
  const targets = targetsOf(at.models, field)
  const known = targets.filter((model) => fieldsByKey(model.fields).has(name!))
  if (known.length === 0 && ofEveryEntry.includes(name!)) return path.length === 1 ? null : hasNone(name!)
  if (known.length === 0) {
    const there = targets.flatMap(({ fields }) => [...fieldsByKey(fields).keys()])
    return unknown(`The entries of ${field.key} have no field ${name}. There are: ${listed(there)}`)
  }
  const refusals = known.map((model) => inFields(at, model, path, []))
  return refusals.includes(null) ? null : refusals[0]!
}

function among({ key }: Field, [name, ...rest]: string[], known: readonly string[]): Refusal | null {
  if (known.includes(name!)) return rest.length === 0 ? null : hasNone(name!)
  return unknown(`${key} has no ${name}. There are: ${listed(known)}`)
}

export const hasFieldsBelow = (field: Pick<Field, 'kind'>) => Boolean(ruleOf(field).uses ?? ruleOf(field).inner)

const hasNone = (name: string) => unknown(`${name} has no fields of its own`)

const listed = (names: Iterable<string>) => [...new Set(names)].join(', ')
