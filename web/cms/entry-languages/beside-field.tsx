import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EditedEntry, showEntry } from '#contract/content/entries.ts'
import type { EntryPageData } from '#web/cms/entry-writing/entry-data.ts'
import { type FieldOf, isEmpty } from '#web/fields/form/field-shape.ts'
import { kindViewOf } from '#web/fields/kinds.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useTextBeside } from '#web/lib/writing/use-text-beside.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'

type Props = {
  field: FieldOf
  beside: Beside
  canCopy: boolean
  onCopy: (value: unknown) => void
  children: ReactNode
}

export function BesideField({ field, beside, canCopy, onCopy, children }: Props) {
  const value = beside.entry?.fields[field.key]
  const name = languageName(beside.language!)
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 @xl:grid-cols-2">
      {children}
      <section aria-label={`${field.label || field.key} in ${name}`} className="min-w-0">
        {isEmpty(value) ? (
          <p className="pt-1 text-ink-3">No text in {name}</p>
        ) : (
          <>
            <OtherValue {...{ field, value, label: name }} />
            {canCopy && field.kind !== 'slug' && (
              <Button size="sm" icon={ArrowLeft} className="mt-1.5" onClick={() => onCopy(value)}>
                Copy
              </Button>
            )}
          </>
        )}
      </section>
    </div>
  )
}

function OtherValue({ field, value, label }: { field: FieldOf; value: unknown; label: string }) {
  const { Input, isCompound } = kindViewOf(field.kind)
  const input = <Input field={field} value={value} disabled path={`beside.${field.key}`} onChange={() => {}} />
  if (!isCompound) return <Field label={label}>{input}</Field>
  return (
    <fieldset aria-label={label} className="min-w-0">
      <div className="mb-1.5 font-medium">{label}</div>
      {input}
    </fieldset>
  )
}

export function BesideNotice({ beside }: { beside: Beside }) {
  if (!beside.language) return null
  const name = languageName(beside.language)
  const notice = beside.problem || (!beside.hasText && `There is no text in ${name} yet.`)
  if (notice)
    return (
      <Banner tone={beside.problem ? 'danger' : 'info'} className="mb-5">
        {notice}
      </Banner>
    )
  return beside.entry ? null : (
    <p role="status" className="mb-5 text-ink-3">
      The text in {name} is loading
    </p>
  )
}

export type Beside = ReturnType<typeof useBeside>

export function useBeside({ entry, language, languages }: EntryPageData) {
  const { text, ...beside } = useTextBeside<EditedEntry>({
    subject: entry,
    language,
    languages,
    version: entry?.revision,
    read: (id, locale, signal) =>
      ask<typeof showEntry>('GET', '/api/v1/content-entries/:id', { params: { id }, query: { locale }, signal }),
  })
  return { ...beside, entry: text }
}
