import type { EmailAnswer } from '#web/lib/sign-in/ask-for-code.ts'
import type { AddressedCodeAnswer } from '#web/lib/sign-in/take-addressed-code.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFault } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput } from '#web/ui/form/input.tsx'
import { AuthTitle } from './auth-title.tsx'

export function AddressedCodeForm({ label, answer }: { label: string; answer?: EmailAnswer | AddressedCodeAnswer }) {
  const isPosting = useIsPosting()
  const tried = answer && 'tries' in answer ? answer : undefined
  const refused = answer && 'error' in answer ? answer : undefined
  const fault = useFault(answer, refused?.error ?? tried?.wrongEmail)
  return (
    <>
      <AuthTitle title="Enter your code">Enter the address that got our mail, and the six-digit code.</AuthTitle>
      <PostForm answer={answer}>
        <Field label={label} {...fault} className="mb-4">
          <EmailInput
            name="email"
            size="lg"
            autoComplete="email"
            required
            autoFocus
            defaultValue={answer?.email ?? ''}
          />
        </Field>
        <CodeInput key={tried?.at} error={tried?.wrongCode} />
        <input type="hidden" name="tries" value={tried?.tries ?? 0} />
        <Button type="submit" variant="primary" size="lg" fullWidth className="mt-4" busy={isPosting}>
          Continue
        </Button>
        <button
          type="submit"
          name="intent"
          value="resend"
          disabled={isPosting}
          className="mt-4 rounded-xs font-medium text-accent-ink hover:underline disabled:cursor-default disabled:text-ink-3 disabled:no-underline"
        >
          Send a new code
        </button>
      </PostForm>
    </>
  )
}
