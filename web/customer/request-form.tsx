import { useLayoutEffect, useRef } from 'react'
import { UploadChips } from '#web/lib/uploads/upload-chips.tsx'
import { useUploads } from '#web/lib/uploads/use-uploads.ts'
import { PostForm } from '#web/lib/write/post-form.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { DropZone } from '#web/ui/message/attachments.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { whyNotYet } from './request/reply-box.tsx'
import { SuggestionsBelow, SuggestionsBeside } from './suggestions/suggested-articles.tsx'
import type { Suggestions } from './suggestions/use-suggestions.ts'
import { mostTyped } from './typed-text.ts'
import { useCustomer } from './use-customer.ts'

type Props = {
  about: { id: string } | null
  /** What to begin with. */
  subject: string
  refused?: { fields: { subject?: string; text?: string }; problem?: string | null }
  isBusy: boolean
  suggestions: Suggestions
}

export function RequestForm({ about, subject, refused, isBusy, suggestions }: Props) {
  const { viewer } = useCustomer()
  const files = useUploads()
  const fault = useFaults(refused?.fields)
  const isAnswered = suggestions.answer !== null
  const text = useRef<HTMLTextAreaElement>(null)
  const wasAnswered = useRef(isAnswered)

  // Who writes after all goes on where the words are.
  useLayoutEffect(() => {
    if (wasAnswered.current && !isAnswered) text.current?.focus()
    wasAnswered.current = isAnswered
  }, [isAnswered])

  return (
    <PostForm
      answer={refused}
      className="relative grid max-w-160 gap-4"
      hidden={isAnswered}
      onInput={({ currentTarget }) => suggestions.onWritten(new FormData(currentTarget))}
    >
      {refused?.problem && !isBusy && <Banner tone="danger">{refused.problem}</Banner>}
      {about ? (
        <input type="hidden" name="about" value={about.id} />
      ) : (
        <Field label="Subject" {...fault('subject')}>
          <Input name="subject" defaultValue={subject} size="lg" required maxLength={255} autoComplete="off" />
        </Field>
      )}
      {suggestions.isOn && <SuggestionsBelow suggestions={suggestions} />}
      <Field label="What happened?" hint="The more exact, the faster we can help" {...fault('text')}>
        <Textarea ref={text} name="text" size="lg" rows={6} required maxLength={mostTyped} />
      </Field>
      {suggestions.isOn && <SuggestionsBeside suggestions={suggestions} />}
      {suggestions.deflectionId && <input type="hidden" name="deflection" value={suggestions.deflectionId} />}
      <div className="grid gap-2">
        <DropZone onFiles={files.addFiles} hint="Up to 25 MB each" />
        {files.uploads.length > 0 && <UploadChips uploads={files.uploads} onRemove={files.removeUpload} />}
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" disabledReason={whyNotYet(files)} busy={isBusy}>
          Send request
        </Button>
        <Button variant="ghost" size="lg" href="/customer/tickets">
          Cancel
        </Button>
        <span className="ml-auto text-meta text-ink-3">Replies go to {viewer.email}</span>
      </div>
    </PostForm>
  )
}
