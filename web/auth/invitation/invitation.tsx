import { shownAddress } from '#contract/tickets/shown-address.ts'
import { askTeamForCode } from '#web/auth/login/ask-team-for-code.ts'
import { readEmail } from '#web/lib/sign-in/ask-for-code.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { EmailForm } from '#web/shell/sign-in/email-form.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/invitation.ts'

export const meta = () => [{ title: 'Join your team · Startup Tools' }]

const wanted = { purpose: 'invitation', verifyPath: '/auth/invitation-verify' } as const

export const loader = ({ request }: Route.LoaderArgs) => ({
  email: new URL(request.url).searchParams.get('email')?.trim(),
})

export async function action({ context, request }: Route.ActionArgs) {
  return askTeamForCode(context, request, wanted, await readEmail(request))
}

/**
 * Shows only a form. Opening the link must not change anything, because link scanners of mail systems open links, too.
 */
export default function Invitation({ loaderData: { email }, actionData }: Route.ComponentProps) {
  return (
    <>
      <AuthTitle title="Join your team">
        {email ? (
          <span className="wrap-anywhere">
            You were invited as <b>{shownAddress(email)}</b>. We e-mail you a six-digit code to show that this address
            is yours.
          </span>
        ) : (
          'Enter the e-mail address that got the invitation. We send you a six-digit code.'
        )}
      </AuthTitle>
      {email ? (
        <KnownAddress email={email} error={actionData?.error} />
      ) : (
        <EmailForm label="Work e-mail" answer={actionData} />
      )}
      <p className="mt-5 text-meta text-ink-3">
        Already joined?{' '}
        <TextLink href="/auth/login" underline>
          Sign in
        </TextLink>
      </p>
    </>
  )
}

function KnownAddress({ email, error }: { email: string; error?: string }) {
  const isSending = useIsPosting()
  return (
    <PostForm>
      <input type="hidden" name="email" value={email} />
      <Button type="submit" variant="primary" size="lg" fullWidth keys="enter" autoFocus busy={isSending}>
        Send code
      </Button>
      {error && (
        <Banner tone="danger" className="mt-4">
          {error}. The invitation may have been withdrawn or already used. Ask for a new one, or use{' '}
          <TextLink href="/auth/invitation" underline>
            another e-mail address
          </TextLink>
          .
        </Banner>
      )}
    </PostForm>
  )
}
