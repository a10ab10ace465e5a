import type { ReactNode } from 'react'
import type { EmailAnswer } from '#web/lib/sign-in/ask-for-code.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput } from '#web/ui/form/input.tsx'

type Props = { label: string; email?: string | null; answer?: EmailAnswer; children?: ReactNode }

export function EmailForm({ label, email, answer, children }: Props) {
  const isSending = useIsPosting()
  const fault = useFault(answer, answer?.error)
  return (
    <PostForm answer={answer}>
      {/* Reserves space for an error message, so that nothing moves when it appears. */}
      <Field label={label} {...fault} className="min-h-23">
        <EmailInput
          name="email"
          size="lg"
          autoComplete="email"
          required
          autoFocus
          defaultValue={answer?.email ?? email ?? ''}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" fullWidth keys="enter" busy={isSending}>
        Send code
      </Button>
      {children}
    </PostForm>
  )
}
