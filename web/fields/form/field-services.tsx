import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { FileFacts } from '#contract/content/media.ts'
import type { EditorPort } from '#web/editor/editor-port.ts'
import type { FieldOf, NamedModel } from './field-shape.ts'

/** An entry, file or category that a value refers to. */
export type Lead = {
  id: string
  kind: 'entry' | 'media' | 'category'
  title: string
  /** The model key of an entry, else null. */
  model: string | null
  status: string | null
  picture: string | null
  file?: FileFacts | null
}

export type Component = NamedModel & { fields: FieldOf[]; titleField: string | null }
export type CategoryChoice = { id: string; parent: string | null; name: string }

export type MediaChooserProps = {
  kinds: FieldOf<'media'>['kinds']
  many: boolean
  onChoose: (media: Lead[]) => void
  onClose: () => void
}

export type MediaWords = Partial<Pick<FileFacts, 'alt' | 'focus'>>

/** Services that a page provides to its fields, because the fields know no URLs. */
export type FieldServices = {
  /** The components by id and by key. */
  components: ReadonlyMap<string, Component>
  models: NamedModel[]
  categories: CategoryChoice[]
  timeZone: string
  leadOf: (id: string) => Lead | undefined
  remember: (leads: Lead[]) => void
  hrefOf: (lead: Lead) => string | undefined
  searchEntries: (query: string, models: string[] | undefined, signal: AbortSignal) => Promise<Lead[]>
  /** Creates an entry with this title. Returns the reason as a string if it fails. */
  createEntry: (model: string, title: string) => Promise<Lead | string>
  /** Undefined where no media library is available. */
  MediaChooser?: ComponentType<MediaChooserProps>
  /** Changes a media file. Returns the reason of a failure as a string. Undefined if people cannot change files. */
  changeMedia?: (lead: Lead, changes: MediaWords) => Promise<string | null>
  MediaFocus?: ComponentType<{ lead: Lead; onClose: () => void }>
  language: string
  port: EditorPort
  madeSlug: (field: FieldOf<'slug'>) => string | undefined
  slugPrefix?: (field: FieldOf<'slug'>) => string | undefined
  faultAt: (path: string) => string | undefined
  mayWrite: (field: FieldOf) => boolean
  /** Stores the reason why an input is not valid yet. Null removes the reason. */
  hold: (path: string, why: string | null) => void
  /** The field to focus. `turn` grows, so that the same field can get the focus again. */
  goTo: { path: string; turn: number } | undefined
  isShared?: (field: FieldOf) => boolean
  mark?: (field: FieldOf) => ReactNode
  /** Wraps a top-level field, for example to show who else edits it. */
  frame: (field: FieldOf, children: ReactNode) => ReactNode
}

export const FieldServicesContext = createContext<FieldServices | undefined>(undefined)

export function useFieldServices(): FieldServices {
  const services = useContext(FieldServicesContext)
  if (!services) throw new Error('Fields must be inside an FieldServicesContext')
  return services
}

export const defaultFieldServices = (timeZone: string): FieldServices => ({
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
    upload: () => Promise.reject(new Error('Files cannot be uploaded here')),
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
