import type { Dictionary, Plural } from './dictionary.ts'

export type ScriptWords = Dictionary['script'] & {
  language: string
  format: string
  suggestions: string
  suggestionCount: Plural
  faults: Dictionary['faults']
}
