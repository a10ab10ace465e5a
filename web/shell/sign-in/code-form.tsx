import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { CodeAnswer, PendingView } from '#web/lib/sign-in/take-code.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CodeInput } from '#web/ui/form/code-input.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { AuthTitle } from './auth-title.tsx'

type Props = { pending: PendingView; answer?: CodeAnswer; submitLabel: string; otherHref: string }

export function CodeForm({ pending, answer, submitLabel, otherHref }: Props) {
  const { formData } = useNavigation()
  const isPosting = useIsPosting()
  const intent = isPosting && formData && (formData.get('intent') ?? 'enter')
  const { text, isFailure } = answer?.notice ?? {
    text: pending.isForRequest
      ? 'Your request is not sent yet. Enter the code from our mail to send it.'
      : 'Please check your email for the verification code',
    isFailure: false,
  }
  return (
    <>
      <AuthTitle title="Check your e-mail">
        <span role="status" className={classNames('block', isFailure && 'text-red-ink')}>
          {text}
        </span>
        <span className="wrap-anywhere">
          The code is sent to <b>{shownAddress(pending.email)}</b> and works for 10 minutes.
        </span>
      </AuthTitle>
      <PostForm>
        <CodeInput
          key={answer?.at}
          autoFocus
          error={answer?.wrongCode}
          help={<span className="noscript:hidden">You can paste the code. It is sent after the sixth digit.</span>}
        />
        <Button type="submit" variant="primary" size="lg" fullWidth className="mt-4" busy={intent === 'enter'}>
          {submitLabel}
        </Button>
        <div className="mt-4 flex items-center justify-between gap-4">
          <ResendButton
            waitSeconds={answer?.waitSeconds ?? pending.waitSeconds}
            since={answer?.waitSeconds === undefined ? pending.sentAt : answer.at}
            isBusy={isPosting}
          />
          <TextLink href={otherHref}>Use another e-mail</TextLink>
        </div>
      </PostForm>
    </>
  )
}

function ResendButton({ waitSeconds, since, isBusy }: { waitSeconds: number; since: number; isBusy: boolean }) {
  const left = useCountdown(waitSeconds, since)
  // Without scripts there is no countdown. Then the button stays enabled, and the server answers a press that is too
  // early with the remaining time.
  const isHydrated = useIsHydrated()
  return (
    <button
      type="submit"
      name="intent"
      value="resend"
      disabled={isHydrated && (left > 0 || isBusy)}
      className="rounded-xs font-medium text-accent-ink tabular-nums hover:underline disabled:cursor-default disabled:text-ink-3 disabled:no-underline"
    >
      Send a new code
      {left > 0 && (
        <span className="noscript:hidden">{` in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}</span>
      )}
    </button>
  )
}

function useCountdown(seconds: number, since: number) {
  const [left, setLeft] = useState(seconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wait of the same length may begin anew
  useEffect(() => {
    const endsAt = Date.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds, since])
  return left
}
