import { listApiKeys } from '#contract/api-keys.ts'
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
  const query = readKeysQuery(new URL(request.url).searchParams)
  return { query, keys: await context.get(api).call(listApiKeys, { query: askedOf(query) }) }
}

export default function ApiKeysPage({ loaderData: { query, keys } }: Route.ComponentProps) {
  return (
    <SettingsFrame title="API keys">
      <ScrollArea>
        <ApiKeys path={path} query={query} keys={keys} />
      </ScrollArea>
    </SettingsFrame>
  )
}
