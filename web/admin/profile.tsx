import { redirect } from 'react-router'
import { listSessions } from '#contract/workspace/session.ts'
import { changeProfile, showProfile } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import type { Route } from './+types/profile.ts'
import { ProfilePage } from './profile-page.tsx'
import { Welcome } from './welcome.tsx'

export const meta = () => [{ title: 'Profile · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [profile, sessions] = await Promise.all([call(showProfile, {}), call(listSessions, {})])
  const isWelcome = new URL(request.url).searchParams.has('welcome')
  if (isWelcome && profile.name) throw redirect('/')
  return { profile, sessions: sessions.items, isWelcome }
}

/** Saves the name of a new member, also without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const { problem } = await context
    .get(api)
    .attempt(changeProfile, { body: { name: text('name'), surname: text('surname') } })
  if (problem) return { problem }
  throw redirect('/')
}

/** Invited people enter their name here first, then continue to the dashboard. */
export default function Profile({ loaderData: { profile, sessions, isWelcome }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageBar title={isWelcome ? 'Welcome' : 'Profile'} />
      {isWelcome ? <Welcome problem={actionData?.problem} /> : <ProfilePage profile={profile} sessions={sessions} />}
    </>
  )
}
