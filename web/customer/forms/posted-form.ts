import type { Problem } from '#contract/refusals.ts'
import { isByScript } from '#web/lib/write/once.ts'
import { typedText } from './typed-text.ts'

/** What stands in a form again that a browser posted by itself and that was refused. */
export type Typed = { subject: string; text: string; name: string }

/** Undefined where scripts sent it: then the page keeps it. */
export const typedAgain = (form: FormData): Typed | undefined =>
  isByScript(form)
    ? undefined
    : { subject: wordsIn(form, 'subject'), text: typedText(form), name: wordsIn(form, 'name') }

const wordsIn = (form: FormData, field: string) => String(form.get(field) ?? '')

/**
 * What is wrong with what was sent, in a sentence. Files that a browser posted by itself are not in the page of the answer,
 * so that they have to be chosen again.
 */
export function faultOf(form: FormData, problem: string | null | undefined, filesProblem: Problem | null) {
  const hadFiles = !isByScript(form) && (filesProblem !== null || form.has('attachments'))
  if (!hadFiles) return problem ?? null
  return problem ? `${problem.replace(/([^.?!])$/, '$1.')} Choose the files again.` : 'Choose the files again.'
}
