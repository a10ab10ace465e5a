import type { RouterContextProvider } from 'react-router'
import { showPublicWorkspace } from '#contract/workspace/settings.ts'
import { api } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'

export type FoundWorkspace = { typed: string; error?: string; found?: { name: string; href: string } }

export async function findWorkspace(context: Readonly<RouterContextProvider>, typed: string): Promise<FoundWorkspace> {
  const here = context.get(site)
  const domain = domainIn(typed, here.rootDomain)
  if (!domain) return { typed, error: 'Enter the address of the workspace' }
  const { answer, problem } = await context.get(api).attempt(showPublicWorkspace, { query: { domain } })
  if (problem) return { typed, error: problem.detail }
  // `switch=1` allows the sign-in even if the cookie of this browser names another workspace.
  const href = `${workspaceOrigin(here, answer.domain)}/customer/auth/login?switch=1`
  return { typed, found: { name: answer.name, href } }
}

const longestDomain = 63

const domainIn = (typed: string, rootDomain: string) =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/:].*$/, '')
    .replace(`.${rootDomain}`, '')
    .slice(0, longestDomain)
