import { type RouterContextProvider, redirect } from 'react-router'
import type { Problem } from '#contract/refusals.ts'
import { endOtherSessions, endSession } from '#contract/session.ts'
import { changeProfile } from '#contract/team.ts'
import { api, sessionCookies } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import type { Profile } from './profile-draft.ts'

type Context = Readonly<RouterContextProvider>
export type ProfileAnswer = { saved?: Profile; done?: string; problem?: Problem; at: number }
type Act = (context: Context, form: FormData) => Promise<Omit<ProfileAnswer, 'at'> | Response>

const acts: Record<string, Act> = {
  save: saveDraft,
  welcome: saveName,
  theme: (context, form) => change(context, { theme: form.get('theme') as Profile['theme'] }),
  'single-keys': (context, form) => change(context, { singleKeys: form.get('singleKeys') === 'true' }),
  'end-session': async (context, form) => {
    const { problem } = await context.get(api).attempt(endSession, { params: { id: String(form.get('id')) } })
    return problem ? { problem } : { done: 'That device is signed out' }
  },
  'end-others': async (context) => {
    const { problem } = await context.get(api).attempt(endOtherSessions, {})
    return problem ? { problem } : { done: 'All other devices are signed out' }
  },
}

/** One page, several small forms: each says by its intent what it wants. */
export async function actOnProfile(context: Context, request: Request): Promise<ProfileAnswer | Response> {
  const form = await request.formData()
  const act = acts[String(form.get('intent'))] ?? saveDraft
  const answer = await act(context, form)
  return answer instanceof Response ? answer : { ...answer, at: Date.now() }
}

async function saveDraft(context: Context, form: FormData) {
  const timeZone = String(form.get('timeZone') ?? '') || null
  const answer = await change(context, {
    ...namesIn(form),
    timeZone,
    language: 'en',
    notifications: {
      assigned: form.has('assigned'),
      customerReplied: form.has('customerReplied'),
      deliveryFailed: form.has('deliveryFailed'),
    },
  })
  const { workspace } = context.get(site)
  // Times on all pages follow this cookie, so it changes with the profile.
  if (answer.saved && workspace)
    context.get(sessionCookies).rememberWorkspace(workspace.domain, timeZone ?? workspace.timeZone)
  return answer.saved ? { ...answer, done: 'Profile saved' } : answer
}

async function saveName(context: Context, form: FormData) {
  const answer = await change(context, namesIn(form))
  return answer.saved ? redirect('/') : answer
}

const namesIn = (form: FormData) => ({
  name: String(form.get('name') ?? ''),
  surname: String(form.get('surname') ?? ''),
})

type Changes = Partial<Omit<Profile, 'email' | 'avatarUrl'>>

async function change(context: Context, body: Changes) {
  const { answer, problem } = await context.get(api).attempt(changeProfile, { body })
  return problem ? { problem } : { saved: answer }
}
