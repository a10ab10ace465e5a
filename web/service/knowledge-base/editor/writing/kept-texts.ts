import { findLeft, type Kept, openKept } from '#web/lib/kept/kept-work.ts'
import type { Unsaved } from './saver.ts'

/** Whose text, of which article (`new` for one that is not there yet), in which language. */
export type TextName = { viewerId: string; article: string; language: string }
export type KeptText = Kept<Unsaved>

const prefixOf = ({ viewerId, article, language }: TextName) => `article-text ${viewerId} ${article} ${language} `

export const openKeptText = (name: TextName) => openKept<Unsaved>(prefixOf(name))
export const findLeftTexts = (name: TextName) => findLeft<Unsaved>(prefixOf(name))
export { dropKept } from '#web/lib/kept/kept-work.ts'
