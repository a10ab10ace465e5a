import type { ComponentType } from 'react'
import type { Field, FieldKind } from '#contract/fields/fields.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

/** A field in a form, without the names under which its values are stored. */
export type FieldOf<K extends FieldKind = FieldKind> = {
  [One in K]: Omit<Field<One>, 'slot' | 'madeOf' | 'formerKeys' | 'default'>
}[K]
export type Values = Record<string, unknown>

type SettingsOf<K extends FieldKind> = Omit<Field<K>, keyof Field<'boolean'>>

export type InputProps<K extends FieldKind = FieldKind, V = unknown> = {
  field: FieldOf<K>
  value: V | null
  onChange: (value: V | null) => void
  disabled: boolean
  /** The path in the form: `title`, `blocks.0.heading`. */
  path: string
}

export type NamedModel = { id: string; key: string; name: string; kind: 'collection' | 'single' | 'component' }

export type BoundSetting<V> = { fault: Fault; value: V | undefined; onChange: (value: V | undefined) => void }

export type SettingsProps<K extends FieldKind = FieldKind> = {
  settings: Partial<SettingsOf<K>>
  /** undefined removes a setting. */
  onChange: (changes: Partial<SettingsOf<K>>) => void
  fault: (name: string) => Fault
  bind: <N extends keyof SettingsOf<K> & string>(name: N) => BoundSetting<NonNullable<SettingsOf<K>[N]>>
  models: NamedModel[]
  siblings: Pick<FieldOf, 'id' | 'key' | 'label' | 'kind'>[]
}

export const kindGroups = [
  'Text',
  'Numbers and times',
  'Choices',
  'Contact and location',
  'References',
  'Structure',
] as const

export type FieldFace<K extends FieldKind = FieldKind, V = unknown> = {
  kind: K
  label: string
  purpose: string
  group: (typeof kindGroups)[number]
  icon: IconShape
  filter: 'words' | 'numbers' | 'moments' | 'yesOrNo' | 'keys' | 'places' | 'presence'
  /** Filters take their value by the input of the kind (`own`), or by its keys and ids (`byKey`); else as text. */
  filterInput?: 'own' | 'byKey'
  isSearchable?: true
  isIndexable?: true
  isSortable?: true
  /** The settings have a required one, so they are shown with the names of a new field. */
  needsSettings?: true
  hasDefault?: true
  /** Another field can be shown by its value. */
  isCondition?: true
  /** It has several controls, so its label names a group. */
  isCompound?: true
  Input: ComponentType<InputProps<K, V>>
  Settings?: ComponentType<SettingsProps<K>>
  /** A value in one line, for comparison and lists; by default the value as text. */
  inWords?: (value: V, words: WordsAround, field: FieldOf<K>) => string
}

export type WordsAround = { titleOf: (id: string) => string; timeZone: string; componentName: (key: string) => string }

/** Kinds with one plain value. */
export const scalar = { isSearchable: true, isIndexable: true, isSortable: true, hasDefault: true } as const

export const face = <K extends FieldKind, V>(declared: FieldFace<K, V>) => declared

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
