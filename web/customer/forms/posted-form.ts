import type { Problem } from '#contract/refusals.ts'
import { isByScript } from '#web/lib/write/once.ts'
import { typedText } from './typed-text.ts'

/** What stands in a form again that a browser posted by itself and that was refused. */
export type TypedFields = Record<'subject' | 'text' | 'name' | 'address', string>

/** Undefined where scripts sent it: then the page keeps it. */
export function typedAgain(form: FormData): TypedFields | undefined {
  if (isByScript(form)) return undefined
  const [subject, name, address] = ['subject', 'name', 'address'].map((field) => String(form.get(field) ?? ''))
  return { subject: subject!, name: name!, address: address!, text: typedText(form) }
}

/**
 * What is wrong with what was sent, in a sentence. Files that a browser posted by itself are not in the page of the answer,
 * so that they have to be chosen again.
 */
export function faultOf(form: FormData, problem: string | null | undefined, filesProblem: Problem | null) {
  const hadFiles = !isByScript(form) && (filesProblem !== null || form.has('attachments'))
  if (!hadFiles) return problem ?? null
  return problem ? `${problem.replace(/([^.?!])$/, '$1.')} Choose the files again.` : 'Choose the files again.'
}
