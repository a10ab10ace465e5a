import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { FileFacts } from '#contract/content/media.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import type { FieldOf, NamedModel } from './field-shape.ts'

/** Something that a value leads to. */
export type Lead = {
  id: string
  kind: 'entry' | 'media' | 'category'
  title: string
  /** The key of its model, where it is an entry. */
  model: string | null
  status: string | null
  picture: string | null
  /** Of a file of the library. */
  file?: FileFacts | null
}

export type Component = NamedModel & { fields: FieldOf[]; titleField: string | null }
export type CategoryChoice = { id: string; parent: string | null; name: string }

export type MediaChooserProps = {
  kinds: readonly string[] | undefined
  many: boolean
  onChoose: (media: Lead[]) => void
  onClose: () => void
}

export type MediaWords = Partial<Pick<FileFacts, 'alt' | 'focus'>>

/** What fields need of the page they stand on: they know no addresses by themselves. */
export type FieldsAround = {
  /** By id and by key. */
  components: ReadonlyMap<string, Component>
  models: NamedModel[]
  categories: CategoryChoice[]
  timeZone: string
  leadOf: (id: string) => Lead | undefined
  /** So that what was chosen just now has a name. */
  remember: (leads: Lead[]) => void
  hrefOf: (lead: Lead) => string | undefined
  searchEntries: (query: string, models: string[] | undefined, signal: AbortSignal) => Promise<Lead[]>
  /** Writes a new entry with this title; a text is why it could not. */
  createEntry: (model: string, title: string) => Promise<Lead | string>
  /** Absent where there is no library of media to choose from. */
  MediaChooser?: ComponentType<MediaChooserProps>
  /** Says something else of a file of the library; a text is why it could not. Absent where files are only chosen. */
  changeMedia?: (lead: Lead, changes: MediaWords) => Promise<string | null>
  /** Chooses what stays in sight of a picture. */
  MediaFocus?: ComponentType<{ lead: Lead; onClose: () => void }>
  /** In which values are written. */
  language: string
  port: EditorPort
  /** The slug that is made while nobody writes one. */
  madeSlug: (field: FieldOf<'slug'>) => string | undefined
  /** What stands before a slug in the address of the site. */
  slugPrefix?: (field: FieldOf<'slug'>) => string | undefined
  faultAt: (path: string) => string | undefined
  /** Whether whoever writes here may write this one. */
  mayWrite: (field: FieldOf) => boolean
  /** What stands in a field and is no value yet; null when it is one again. */
  hold: (path: string, why: string | null) => void
  /** Where the focus is wanted, with a number that grows with each wish. */
  goTo: { path: string; turn: number } | undefined
  /** Whether a field has one value in all languages, of several. */
  isShared?: (field: FieldOf) => boolean
  /** What stands beside the label of a field of the form itself. */
  mark?: (field: FieldOf) => ReactNode
  /** What stands around a field of the form itself, such as who else is in it. */
  frame: (field: FieldOf, children: ReactNode) => ReactNode
}

const AroundContext = createContext<FieldsAround | undefined>(undefined)

export const FieldsAroundProvider = ({ around, children }: { around: FieldsAround; children: ReactNode }) => (
  <AroundContext value={around}>{children}</AroundContext>
)

export function useAround(): FieldsAround {
  const around = useContext(AroundContext)
  if (!around) throw new Error('Fields stand within a FieldsAroundProvider')
  return around
}
