import { listMedia, listMediaUses, showMedia, showMediaReport } from '#contract/content/media.ts'
import { listMediaFolders } from '#contract/content/media-folders.ts'
import { api } from '#web/lib/api.ts'
import { readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import type { Route } from './+types/media.ts'
import { MediaPage } from './media-page.tsx'
import { askedBy, readMediaQuery } from './media-query.ts'

const pageSize = 60

export const meta: Route.MetaFunction = () => [{ title: 'Media library · Startup Tools' }]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const query = readMediaQuery(new URL(request.url).searchParams)
  return readParts(request, {
    query: () => query,
    report: () => call(showMediaReport, {}),
    folders: async () => (await call(listMediaFolders, {})).items,
    media: () => call(listMedia, { query: { ...askedBy(query), limit: pageSize } as never }),
    // The file may have been deleted meanwhile.
    open: async () => {
      if (!query.file) return null
      const params = { id: query.file }
      const { answer: asset } = await attempt(showMedia, { params })
      if (!asset) return null
      const { items: uses, unseen } = await call(listMediaUses, { params })
      return { asset, uses, unseen }
    },
  })
}

const touches: Touches<'report' | 'folders' | 'media' | 'open'> = {
  'media.*': ['report', 'folders', 'media', 'open'],
  'entry.*': ['report', 'media', 'open'],
  otherwise: [],
}

export default function Media({ loaderData }: Route.ComponentProps) {
  return <MediaPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
