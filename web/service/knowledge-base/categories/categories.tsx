import { type EditedArticle, listArticles } from '#contract/knowledge-base/articles.ts'
import { listCategories } from '#contract/knowledge-base/categories.ts'
import { isUuid } from '#contract/uuid.ts'
import { api } from '#web/lib/api.ts'
import { readParts, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { articleRow } from '#web/service/knowledge-base/article/sent.ts'
import type { ArticleRow } from '#web/service/knowledge-base/article/types.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/categories.ts'
import { CategoriesPage } from './categories-page.tsx'
import type { ArticleOrder } from './category-articles.tsx'
import { touches } from './live-parts.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Categories · Startup Tools' }]

/** Maximum number of shown articles per category, and API page size. */
const most = { shown: 500, part: 100 }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const asked = new URL(request.url).searchParams.get('category')
  const chosenId = asked && isUuid(asked) ? asked : null

  async function readOrder(category: string): Promise<ArticleOrder> {
    const query = { category, below: 'false', order: 'position', limit: most.part } as const
    const items: ArticleRow[] = []
    let cursor: string | undefined
    do {
      const page = await call(listArticles, { query: { ...query, cursor } })
      items.push(...page.items.map((item) => articleRow(item as EditedArticle)))
      cursor = page.next ?? undefined
    } while (cursor && items.length < most.shown)
    if (!cursor) return { items, tail: null }
    const { items: rest } = await call(listArticles, { query: { ...query, cursor, limit: 1 } })
    return { items, tail: rest[0]?.id ?? null }
  }

  return readParts(request, {
    chosenId: () => chosenId,
    viewer: () => requireService(context),
    categories: async () => (await call(listCategories, { query: {} })).items,
    order: () => (chosenId ? readOrder(chosenId) : { items: [], tail: null }),
  })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <CategoriesPage {...useLivePage(loaderData, ({ type }) => touchedBy(touches, type))} />
}
