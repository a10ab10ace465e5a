import { listContentModels } from '#contract/content/models.ts'
import { listApiKeys } from '#contract/workspace/api-keys.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import { SettingsFrame } from '#web/service/settings/settings-frame.tsx'
import { ApiKeys } from '#web/shell/api-keys/api-keys.tsx'
import { askedOf, readKeysQuery } from '#web/shell/api-keys/keys-query.ts'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/api-keys-page.ts'

const path = '/service/settings/api-keys'

export const meta = () => [{ title: 'API keys · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireService(context)
  const { call } = context.get(api)
  const query = readKeysQuery(new URL(request.url).searchParams)
  const [keys, models] = await Promise.all([
    call(listApiKeys, { query: askedOf(query) }),
    call(listContentModels, { query: {} }),
  ])
  return { query, keys, models: models.items.map(({ id, name }) => ({ id, name })) }
}

export default function ApiKeysPage({ loaderData: { query, keys, models } }: Route.ComponentProps) {
  return (
    <SettingsFrame title="API keys">
      <ScrollArea>
        <ApiKeys path={path} query={query} keys={keys} models={models} />
      </ScrollArea>
    </SettingsFrame>
  )
}
