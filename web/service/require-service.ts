import { type RouterContextProvider, redirect } from 'react-router'
import { showViewer } from '#contract/workspace/session.ts'
import { api } from '#web/lib/api.ts'
import type { Viewer } from '#web/shell/viewer.ts'

export async function requireService(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const viewer = await context.get(api).call(showViewer, {})
  if (viewer.service?.state === 'not-started') throw redirect('/service/start-trial')
  return viewer
}
