import { redirect } from 'react-router'
import type { Problem } from '#contract/refusals.ts'
import { listSessions } from '#contract/workspace/session.ts'
import { changeProfile, showProfile } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { useSite } from '#web/lib/use-site.ts'
import { PostForm, useIsPosting } from '#web/lib/write/post-form.tsx'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/profile.ts'
import { ProfilePage } from './profile-page.tsx'

export const meta = () => [{ title: 'Profile · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [profile, sessions] = await Promise.all([call(showProfile, {}), call(listSessions, {})])
  const isWelcome = new URL(request.url).searchParams.has('welcome')
  if (isWelcome && profile.name) throw redirect('/')
  return { profile, sessions: sessions.items, isWelcome }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { problem } = await context
    .get(api)
    .attempt(changeProfile, { body: { name: text('name'), surname: text('surname') } })
  if (problem) return { problem }
  throw redirect('/')
}

export default function Profile({ loaderData: { profile, sessions, isWelcome }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageBar title={isWelcome ? 'Welcome' : 'Profile'} />
      {isWelcome ? <Welcome problem={actionData?.problem} /> : <ProfilePage profile={profile} sessions={sessions} />}
    </>
  )
}

function Welcome({ problem }: { problem?: Problem }) {
  const { workspace } = useSite()
  const fault = useFaults(problem?.fields)
  const isSaving = useIsPosting()
  return (
    <ScrollArea className="px-4 py-8 md:px-5 md:py-16">
      <PostForm answer={problem} className="mx-auto grid max-w-100 gap-4">
        <div>
          <h2 className="mb-1.5 text-head font-semibold">What is your name?</h2>
          <p className="text-body text-ink-2">{`Shown to your team at ${workspace?.name ?? 'work'} and to your customers, next to your messages.`}</p>
        </div>
        <Field label="First name" {...fault('name')}>
          <Input name="name" size="lg" autoComplete="given-name" required autoFocus />
        </Field>
        <Field label="Last name" {...fault('surname')}>
          <Input name="surname" size="lg" autoComplete="family-name" />
        </Field>
        {problem && !problem.fields && <Banner tone="danger">{problem.detail}</Banner>}
        <Button type="submit" variant="primary" size="lg" keys="enter" busy={isSaving}>
          Continue
        </Button>
      </PostForm>
    </ScrollArea>
  )
}
