import { redirect } from 'react-router'
import { endCurrentSession, showViewer } from '#contract/workspace/session.ts'
import { api, sessionCookies } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import type { Route } from './+types/sign-out.ts'

export async function action({ context }: Route.ActionArgs) {
  const { call } = context.get(api)
  const { kind } = await call(showViewer, {})
  await call(endCurrentSession, {})
  context.get(sessionCookies).clear()
  throw redirect(kind === 'customer' ? '/customer/auth/login' : `${context.get(site).origins.app}/auth/login`)
}

export const loader = () => redirect('/')
