import { listContentCategories } from '#contract/content/categories.ts'
import { api } from '#web/lib/api.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import type { Route } from './+types/categories.ts'
import { CategoriesPage } from './categories-page.tsx'

export const meta = () => [{ title: 'Categories of content · Startup Tools' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await context.get(api).call(listContentCategories, { query: {} })
  return { categories: items }
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  useLiveReload(({ type }) => type.startsWith('content-category.'))
  return <CategoriesPage {...loaderData} />
}
