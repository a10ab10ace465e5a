import { type RouterContextProvider, redirect } from 'react-router'
import { createWorkspace, workspaceErrors } from '#contract/workspace/settings.ts'
import { api, sessionCookies } from '#web/lib/api.ts'
import { site } from '#web/lib/context.ts'
import { workspaceOrigin } from '#web/lib/workspace-origin.ts'

type WorkspaceValues = { domain: string; timeZone: string; name: string; userName: string; userSurname: string }
export type WorkspaceProblem = { wanted: WorkspaceValues; fields: Record<string, string> }

export async function foundWorkspace(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<Response | WorkspaceProblem> {
  const wanted = readWanted(await request.formData())
  const missing = findMissing(wanted)
  if (missing) return { wanted, fields: missing }
  const { answer, problem } = await context.get(api).attempt(createWorkspace, { body: wanted })
  if (problem) return { wanted, fields: problem.fields ?? { form: 'Failed to create workspace' } }
  if (answer.isThereError) return { wanted, fields: { [fieldOf(answer.error)]: sentenceOf(answer.error) } }

  const domain = answer.workspaceDomain ?? wanted.domain
  context.get(sessionCookies).rememberWorkspace(domain, wanted.timeZone)
  const here = context.get(site)
  return redirect(here.hostKind === 'app' ? `${workspaceOrigin(here, domain)}/` : '/')
}

function readWanted(form: FormData): WorkspaceValues {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    domain: text('domain'),
    timeZone: text('timeZone'),
    name: text('name'),
    userName: text('userName'),
    userSurname: text('userSurname'),
  }
}

function findMissing({ name, userName, domain }: WorkspaceValues): Record<string, string> | undefined {
  if (name && userName && domain) return undefined
  return {
    ...(!userName && { userName: 'Enter your name' }),
    ...(!name && { name: 'Enter a name for the workspace' }),
    ...(!domain && { domain: workspaceErrors.domainempty }),
  }
}

const domainErrors = ['domainempty', 'invaliddomainformat', 'domainalreadyexists', 'domainreserved']
const fieldOf = (error: string | null) => (error && domainErrors.includes(error) ? 'domain' : 'form')

const sentences: Record<string, string> = workspaceErrors
const sentenceOf = (error: string | null) => sentences[error ?? ''] ?? 'An unexpected error occurred'
