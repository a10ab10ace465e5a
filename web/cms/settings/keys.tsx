import { listContentModels } from '#contract/content/models.ts'
import { listApiKeys } from '#contract/workspace/api-keys.ts'
import { api } from '#web/lib/api.ts'
import { ApiKeys } from '#web/shell/api-keys/api-keys.tsx'
import { askedOf, readKeysQuery } from '#web/shell/api-keys/keys-query.ts'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import type { Route } from './+types/keys.ts'
import { keysPath, modelLink, SettingsFrame } from './settings-frame.tsx'

export const meta = () => [{ title: 'API keys · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const query = readKeysQuery(new URL(request.url).searchParams)
  const [keys, models] = await Promise.all([
    call(listApiKeys, { query: askedOf(query) }),
    call(listContentModels, { query: {} }),
  ])
  return { query, keys, models: models.items.map(modelLink) }
}

export default function Keys({ loaderData: { query, keys, models } }: Route.ComponentProps) {
  return (
    <SettingsFrame title="API keys" models={models}>
      <ScrollArea>
        <ApiKeys path={keysPath} query={query} keys={keys} models={models.filter(({ kind }) => kind !== 'component')} />
      </ScrollArea>
    </SettingsFrame>
  )
}
