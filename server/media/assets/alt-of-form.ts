import { mostLanguages } from '#contract/knowledge-base.ts'
import { Alt } from '#contract/media.ts'
import type { FormWords } from '#server/files/uploads/upload-files.ts'
import { refuseUnkeepable } from '#server/platform/http/input/refuse-input.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Of letters that take four bytes each, one more than there may be. */
const mostBytes = 2004

/** Reads the alternative text of a file, in each language that is said, out of the form that brings it: `alt[en]`. */
export function altOfForm(): { words: FormWords; alt(files: number): Record<string, string> | undefined } {
  const said: Record<string, string> = {}
  function take(name: string, words: string) {
    const [, language] = /^alt\[([\w-]{1,35})\]$/.exec(name) ?? []
    if (!language)
      throw new Refusal('invalid', {
        detail: `A form takes the field file and, for the alternative text in English, alt[en]. It does not take ${name.slice(0, 60)}.`,
      })
    if (Object.hasOwn(said, language)) throw new Refusal('invalid', { detail: `Say alt[${language}] once` })
    said[language] = words
  }
  return {
    words: { take, most: mostLanguages, mostBytes },
    alt(files) {
      if (Object.keys(said).length === 0) return undefined
      if (files > 1) throw new Refusal('invalid', { detail: 'Send one file with its alternative text' })
      refuseUnkeepable({ body: said })
      const { data, error } = Alt.safeParse(said)
      if (error) {
        const { path, message } = error.issues[0]!
        throw new Refusal('invalid', { detail: `alt[${String(path[0])}]: ${message}` })
      }
      return data
    },
  }
}
