import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { type CustomValues, customNames, defaultValues, readKeptValues } from '#web/fields/custom/custom-fields.ts'
import { CustomInputs } from '#web/fields/custom/custom-inputs.tsx'
import { filesOf, joinTyped, type KeptForm, readForm, useTaken } from '#web/lib/kept/kept-form.ts'
import { useKept } from '#web/lib/kept/use-kept.ts'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { useSite } from '#web/lib/use-site.ts'
import { PostForm } from '#web/lib/write/post-form.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { DropZone } from '#web/ui/message/attachments.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { asFile, type TypedFields, useMostTyped } from './forms/posted-form.ts'
import { whyNotYet } from './request/reply-box.tsx'
import { SuggestionsBelow, SuggestionsBeside } from './suggestions/suggested-articles.tsx'
import type { Suggestions } from './suggestions/use-suggestions.ts'
import { useCustomer } from './use-customer.ts'

type Props = {
  about: { id: string } | null
  subject: string
  form: { key: string } | null
  fields: TicketField[]
  refused?: {
    fields: Record<string, string>
    problem: string | null
    typed?: TypedFields & { customFields: CustomValues }
  }
  isBusy: boolean
  suggestions: Suggestions
}

export function RequestForm({ about, subject, form, fields, refused, isBusy, suggestions }: Props) {
  const { viewer } = useCustomer()
  const files = useUploads()
  const fault = useFaults(refused?.fields)
  const isAnswered = suggestions.answer !== null
  const mostLetters = useMostTyped()
  const text = useRef<HTMLTextAreaElement>(null)
  const wasAnswered = useRef(isAnswered)
  const { timeZone } = useSite()
  const kept = useKeptRequest({
    id: about?.id ?? (form ? `new-${form.key}` : 'new'),
    subject,
    fields,
    files,
    text,
    onWritten: suggestions.onWritten,
  })

  useLayoutEffect(() => {
    if (wasAnswered.current && !isAnswered) text.current?.focus()
    wasAnswered.current = isAnswered
  }, [isAnswered])

  return (
    <PostForm
      answer={refused}
      encType="multipart/form-data"
      className="relative grid max-w-160 grid-cols-1 gap-4"
      hidden={isAnswered}
      onInput={({ currentTarget }) => {
        suggestions.onWritten(new FormData(currentTarget))
        kept.changed()
      }}
    >
      {kept.isFound && (
        <Banner
          tone="info"
          onDismiss={kept.dismiss}
          action={
            <Button className="mt-1.5 flex" onClick={kept.empty}>
              Start with an empty form
            </Button>
          }
        >
          We restored a request that you wrote but did not send.
        </Banner>
      )}
      {refused?.problem && !isBusy && <Banner tone="danger">{refused.problem}</Banner>}
      {about ? (
        <input type="hidden" name="about" value={about.id} />
      ) : (
        <Field label="Subject" {...fault('subject')}>
          <Input
            name="subject"
            defaultValue={refused?.typed?.subject ?? subject}
            size="lg"
            required
            maxLength={255}
            autoComplete="off"
          />
        </Field>
      )}
      {form && <input type="hidden" name="form" value={form.key} />}
      {suggestions.isOn && <SuggestionsBelow suggestions={suggestions} />}
      <Field
        label="What happened?"
        hint="More details help us answer faster"
        longPaste={asFile(files)}
        {...fault('text')}
      >
        <Textarea
          ref={text}
          name="text"
          defaultValue={refused?.typed?.text}
          size="lg"
          rows={6}
          required
          maxLength={mostLetters}
        />
      </Field>
      <CustomInputs
        key={kept.round}
        fields={fields}
        values={kept.customFields ?? refused?.typed?.customFields ?? defaultValues(fields)}
        isRequired={({ required }) => required === 'on_create'}
        faultOf={fault}
        timeZone={timeZone}
        size="lg"
      />
      {suggestions.isOn && <SuggestionsBeside suggestions={suggestions} />}
      {suggestions.deflectionId && <input type="hidden" name="deflection" value={suggestions.deflectionId} />}
      <div className="grid grid-cols-1 gap-2">
        <DropZone name="attachments" onFiles={files.addFiles} hint="Up to 25 MB each" />
        {files.uploads.length > 0 && (
          <UploadChips uploads={files.uploads} onRemove={files.removeUpload} onRetry={files.retryUpload} />
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" disabledReason={whyNotYet(files)} busy={isBusy}>
          Send request
        </Button>
        <Button variant="ghost" size="lg" href="/customer/tickets">
          Cancel
        </Button>
        <span className="ml-auto text-meta text-ink-3">
          <span role="status">{kept.isKept && 'Draft kept in this browser until you send it. '}</span>
          Replies go to {shownAddress(viewer.email)}
        </span>
      </div>
    </PostForm>
  )
}

type Request = {
  /** The id of the request to follow up, or `new`. */
  id: string
  subject: string
  fields: TicketField[]
  files: ReturnType<typeof useUploads>
  text: RefObject<HTMLTextAreaElement | null>
  onWritten: Suggestions['onWritten']
}

// Stores the typed request in the browser until it is sent, because phones can reload the page when the camera needs
// memory.
function useKeptRequest({ id, subject, fields, files, text, onWritten }: Request) {
  const { viewer } = useCustomer()
  const [isFound, setFound] = useState(false)
  // A new number in `round` makes React create the inputs of the custom fields again with these values.
  const [custom, setCustom] = useState<{ round: number; values: CustomValues | null }>({ round: 0, values: null })
  const isOver = useRef(false)
  const form = () => text.current?.form ?? null
  const subjectField = () => form()?.querySelector<HTMLInputElement>('[name=subject]')

  const kept = useKept<KeptForm>({
    prefix: `request ${viewer.id} ${id} `,
    read() {
      const written = isOver.current
        ? null
        : readForm(form(), ['subject', 'text', ...customNames(fields)], files.uploads)
      const isBegun = written?.files.length || written?.fields.text?.[0] || written?.fields.subject?.[0] !== subject
      return isBegun ? written : null
    },
    take(left) {
      const field = text.current
      // Restores one stored request per form. Another stored request waits for the next form.
      if (!field || isFound) return false
      const { text: words = [], subject: titles = [] } = left.fields
      field.value = joinTyped(words[0] ?? '', field.value)
      const title = subjectField()
      if (title && titles[0] && (title.value === subject || !title.value)) title.value = titles[0]
      files.replaceUploads(filesOf(left))
      const values = readKeptValues(left.fields, fields)
      if (values) setCustom({ round: custom.round + 1, values })
      setFound(true)
      onWritten(new FormData(field.form!))
      return true
    },
  })

  function empty() {
    const title = subjectField()
    if (text.current) text.current.value = ''
    if (title) title.value = subject
    files.clearUploads()
    setCustom({ round: custom.round + 1, values: null })
    setFound(false)
    kept.changed()
    text.current?.focus()
  }

  useTaken(() => {
    isOver.current = true
    kept.keepNow()
  })
  // Also stores text that was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a file was added or removed
  useEffect(kept.changed, [files.uploads])

  return {
    ...{ isKept: kept.isKept, changed: kept.changed, isFound, empty },
    dismiss: () => setFound(false),
    ...{ round: custom.round, customFields: custom.values },
  }
}
