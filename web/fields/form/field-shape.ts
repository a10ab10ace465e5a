import type { ComponentType } from 'react'
import type { Field, FieldKind } from '#contract/fields/fields.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

/** A field as a form knows it: where its values are kept is the server's business. */
export type FieldOf<K extends FieldKind = FieldKind> = {
  [One in K]: Omit<Field<One>, 'slot' | 'madeOf' | 'formerKeys' | 'default'>
}[K]
export type Values = Record<string, unknown>

/** What can be set of a kind beside what every field has. */
type SettingsOf<K extends FieldKind> = Omit<Field<K>, keyof Field<'boolean'>>

export type InputProps<K extends FieldKind = FieldKind, V = unknown> = {
  field: FieldOf<K>
  /** Null where there is none. */
  value: V | null
  onChange: (value: V | null) => void
  disabled: boolean
  /** Where it stands in the form: `title`, `blocks.0.heading`. */
  path: string
}

/** A model or a component that settings may name. */
export type NamedModel = { id: string; key: string; name: string; kind: 'collection' | 'single' | 'component' }

export type SettingsProps<K extends FieldKind = FieldKind> = {
  settings: Partial<SettingsOf<K>>
  /** What is undefined is left out again. */
  onChange: (changes: Partial<SettingsOf<K>>) => void
  /** What the server found wrong, by the name of the setting. */
  fault: (name: string) => Fault
  models: NamedModel[]
  /** The other fields of the same model. */
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

/** A kind of field in the browser. */
export type FieldFace<K extends FieldKind = FieldKind, V = unknown> = {
  kind: K
  label: string
  /** What it is for, in a few words. */
  purpose: string
  group: (typeof kindGroups)[number]
  icon: IconShape
  /** What a new value begins with. */
  empty: V | null
  /** The operators that a filter offers. */
  filter: 'words' | 'numbers' | 'moments' | 'yesOrNo' | 'keys' | 'places' | 'presence'
  /** Filters take their value by the input of the kind (`own`), or by its keys and ids (`byKey`); else as text. */
  filterInput?: 'own' | 'byKey'
  /** Searches can find its words. */
  isSearchable?: true
  /** It can have an index for filters and orders. */
  isIndexable?: true
  /** Lists of entries can be sorted by it. */
  isSortable?: true
  /** The settings have a required one, so they are shown with the names of a new field. */
  needsSettings?: true
  /** A default value can be set for new entries. */
  hasDefault?: true
  /** Another field can be shown by its value. */
  isCondition?: true
  /** It has several controls, so its label names a group. */
  isCompound?: true
  Input: ComponentType<InputProps<K, V>>
  /** Absent where there is nothing to set. */
  Settings?: ComponentType<SettingsProps<K>>
  /** A value in one line, where it is compared or listed. */
  inWords: (value: V, words: WordsAround, field: FieldOf<K>) => string
}

export type WordsAround = { titleOf: (id: string) => string; timeZone: string; componentName: (key: string) => string }

export const face = <K extends FieldKind, V>(declared: FieldFace<K, V>) => declared

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
