import type { Problem } from '#contract/refusals.ts'
import { isByScript } from '#web/lib/write/once.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'

export type TypedFields = Record<'subject' | 'text' | 'name' | 'address', string>

/** Undefined with scripts, because the page keeps the values. */
export function typedAgain(form: FormData): TypedFields | undefined {
  if (isByScript(form)) return undefined
  const [subject, name, address] = ['subject', 'name', 'address'].map((field) => String(form.get(field) ?? ''))
  return { subject: subject!, name: name!, address: address!, text: typedText(form) }
}

/** Without scripts the files must be chosen again. */
export function faultOf(form: FormData, problem: string | null | undefined, filesProblem: Problem | null) {
  const hadFiles = !isByScript(form) && (filesProblem !== null || form.has('attachments'))
  if (!hadFiles) return problem ?? null
  return problem ? `${problem.replace(/([^.?!])$/, '$1.')} Choose the files again.` : 'Choose the files again.'
}

const mostTyped = 65_536

/** Without scripts the browser would cut the text silently, so the server checks it instead. */
export const useMostTyped = () => (useIsHydrated() ? mostTyped : undefined)

/** Forms send a line break as two characters. Only one counts against the limit. */
export const typedText = (form: FormData) => String(form.get('text') ?? '').replaceAll('\r\n', '\n')

export const asFile = ({ addFiles }: { addFiles: (files: File[]) => void }) => ({
  label: 'Attach the whole text as a file',
  onAct: (text: string) => addFiles([new File([text], 'pasted-text.txt', { type: 'text/plain' })]),
})
