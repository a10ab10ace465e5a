import type { ComponentType } from 'react'
import type { Field, FieldKind } from '#contract/fields/fields.ts'
import type { Fault } from '#web/lib/write/use-faults.ts'
import type { IconShape } from '#web/ui/mark/icon.tsx'

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
  /** For example `title` or `blocks.0.heading`. */
  path: string
}

export type NamedModel = { id: string; key: string; name: string; kind: 'collection' | 'single' | 'component' }

export type BoundSetting<V> = { fault: Fault; value: V | undefined; onChange: (value: V | undefined) => void }

export type SettingsProps<K extends FieldKind = FieldKind> = {
  settings: Partial<SettingsOf<K>>
  /** A setting with the value undefined is removed. */
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

export type FieldKindView<K extends FieldKind = FieldKind, V = unknown> = {
  kind: K
  label: string
  purpose: string
  group: (typeof kindGroups)[number]
  icon: IconShape
  filter: 'words' | 'numbers' | 'moments' | 'yesOrNo' | 'keys' | 'places' | 'presence'
  /**
   * Input for a filter value. `own`: the input of the field kind, for one value. `byKey`: the input of the field kind,
   * for one or more keys or ids. Absent: a text input.
   */
  filterInput?: 'own' | 'byKey'
  isSearchable?: true
  isIndexable?: true
  isSortable?: true
  /** Has a required setting, so the form does not hide the settings under "More". */
  needsSettings?: true
  hasDefault?: true
  /** The value of this field can show or hide another field. */
  isCondition?: true
  /** Has several controls, so the label names a group. */
  isCompound?: true
  Input: ComponentType<InputProps<K, V>>
  Settings?: ComponentType<SettingsProps<K>>
  /** Returns the value in one line, for comparisons and lists. Absent: `String(value)`. */
  inWords?: (value: V, words: WordsAround, field: FieldOf<K>) => string
}

export type WordsAround = { titleOf: (id: string) => string; timeZone: string; componentName: (key: string) => string }

export const scalar = { isSearchable: true, isIndexable: true, isSortable: true, hasDefault: true } as const

export const defineKindView = <K extends FieldKind, V>(declared: FieldKindView<K, V>) => declared

export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
