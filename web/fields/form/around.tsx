import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { FileFacts } from '#contract/content/media.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import type { FieldOf, NamedModel } from './field-shape.ts'

/** An entry, file or category that a value refers to. */
export type Lead = {
  id: string
  kind: 'entry' | 'media' | 'category'
  title: string
  /** The key of the model of an entry. */
  model: string | null
  status: string | null
  picture: string | null
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

/** The services that a page gives to its fields, which know no URLs. */
export type FieldsAround = {
  /** By id and by key. */
  components: ReadonlyMap<string, Component>
  models: NamedModel[]
  categories: CategoryChoice[]
  timeZone: string
  leadOf: (id: string) => Lead | undefined
  remember: (leads: Lead[]) => void
  hrefOf: (lead: Lead) => string | undefined
  searchEntries: (query: string, models: string[] | undefined, signal: AbortSignal) => Promise<Lead[]>
  /** Creates an entry with this title; a string is the reason why it failed. */
  createEntry: (model: string, title: string) => Promise<Lead | string>
  /** Absent without a media library. */
  MediaChooser?: ComponentType<MediaChooserProps>
  /** Changes the texts of a media file; a string is the reason why it failed. Absent where files can only be chosen. */
  changeMedia?: (lead: Lead, changes: MediaWords) => Promise<string | null>
  MediaFocus?: ComponentType<{ lead: Lead; onClose: () => void }>
  language: string
  port: EditorPort
  madeSlug: (field: FieldOf<'slug'>) => string | undefined
  slugPrefix?: (field: FieldOf<'slug'>) => string | undefined
  faultAt: (path: string) => string | undefined
  mayWrite: (field: FieldOf) => boolean
  /** Reports input that is not a valid value yet; null when it is valid again. */
  hold: (path: string, why: string | null) => void
  /** The field to focus, with a number that grows with each request. */
  goTo: { path: string; turn: number } | undefined
  isShared?: (field: FieldOf) => boolean
  mark?: (field: FieldOf) => ReactNode
  /** Wraps a top-level field, for example to show who else is in it. */
  frame: (field: FieldOf, children: ReactNode) => ReactNode
}

export const AroundContext = createContext<FieldsAround | undefined>(undefined)

export function useAround(): FieldsAround {
  const around = useContext(AroundContext)
  if (!around) throw new Error('Fields must be inside an AroundContext')
  return around
}

/** For fields outside of an entry: nothing is referenced, uploaded or refused. */
export const plainAround = (timeZone: string): FieldsAround => ({
  components: new Map(),
  models: [],
  categories: [],
  timeZone,
  leadOf: () => undefined,
  remember() {},
  hrefOf: () => undefined,
  searchEntries: async () => [],
  createEntry: async () => '',
  language: 'en',
  port: {
    urlOf: () => undefined,
    upload: () => Promise.reject(new Error('Nothing is uploaded here')),
    readPasted: async () => null,
    fetchPicture: async () => null,
    searchArticles: async () => [],
    titleOf: async () => '',
  },
  madeSlug: () => undefined,
  faultAt: () => undefined,
  mayWrite: () => true,
  hold() {},
  goTo: undefined,
  frame: (_, children) => children,
})
