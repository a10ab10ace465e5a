import type { Problem } from '#contract/refusals.ts'
import { isByScript } from '#web/lib/write/once.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

export type TypedFields = Record<'subject' | 'text' | 'name' | 'address', string>

/**
 * Returns the typed values, to fill the form again after a post without scripts. Undefined for a post with scripts,
 * because the page then keeps the values.
 */
export function typedAgain(form: FormData): TypedFields | undefined {
  if (isByScript(form)) return undefined
  const [subject, name, address] = ['subject', 'name', 'address'].map((field) => String(form.get(field) ?? ''))
  return { subject: subject!, name: name!, address: address!, text: typedText(form) }
}

/** Returns the problem to show. After a post of files without scripts, adds that files must be chosen again. */
export function faultOf(form: FormData, problem: string | null | undefined, filesProblem: Problem | null) {
  const hadFiles = !isByScript(form) && (filesProblem !== null || form.has('attachments'))
  if (!hadFiles) return problem ?? null
  return problem ? `${problem.replace(/([^.?!])$/, '$1.')} Choose the files again.` : 'Choose the files again.'
}

const mostTyped = 65_536

/**
 * Returns the maximum length of a text field. Undefined without scripts, because the browser would cut the text
 * silently. The server checks the length in any case.
 */
export const useMostTyped = () => (useIsHydrated() ? mostTyped : undefined)

/** Returns the text with one character per line break, as the limit counts. Browsers send two characters. */
export const typedText = (form: FormData) => String(form.get('text') ?? '').replaceAll('\r\n', '\n')

export const asFile = ({ addFiles }: { addFiles: (files: File[]) => void }) => ({
  label: 'Attach the whole text as a file',
  onAct: (text: string) => addFiles([new File([text], 'pasted-text.txt', { type: 'text/plain' })]),
})
