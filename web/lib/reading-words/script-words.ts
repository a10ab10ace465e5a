import type { Dictionary, Plural } from './dictionary.ts'

/** The texts of the pages' script, which is the same in every language. */
export type ScriptWords = Dictionary['script'] & {
  language: string
  format: string
  suggestions: string
  suggestionCount: Plural
  faults: Dictionary['faults']
}
