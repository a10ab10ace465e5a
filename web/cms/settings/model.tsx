import { data } from 'react-router'
import { listContentModels, listFormerKeys, listModelSteps, showContentModel } from '#contract/content/models.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { fullName } from '#web/lib/words/full-name.ts'
import type { Route } from './+types/model.ts'
import { ModelPage } from './model-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.model.name ?? 'Model'} · Startup Tools` },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const [{ answer: model }, models, steps, formerKeys, members] = await Promise.all([
    attempt(showContentModel, { params: { id: params.key } }),
    call(listContentModels, { query: {} }),
    attempt(listModelSteps, { params: { id: params.key }, query: { limit: 10 } }),
    attempt(listFormerKeys, { params: { id: params.key } }),
    call(listMembers, { query: {} }),
  ])
  if (!model) throw data(null, 404)
  return {
    model,
    models: models.items.map(({ id, key, name, kind }) => ({ id, key, name, kind })),
    members: members.items
      .filter(({ status, role }) => status === 'active' && role === 'TeamUser')
      .map((member) => ({ id: member.id, name: fullName(member) })),
    formerKeys: formerKeys.answer?.items ?? [],
    steps: (steps.answer?.items ?? []).map(({ number, by, at }) => ({ number, by, at })),
  }
}

export default function Model({ loaderData }: Route.ComponentProps) {
  useLiveReload(({ type }) => type === 'content-model.changed')
  return <ModelPage key={loaderData.model.id} {...loaderData} />
}
