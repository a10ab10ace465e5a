import { data } from 'react-router'
import { listContentCategories } from '#contract/content/categories.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import type { Route } from './+types/edit-category.ts'
import { EditCategoryPage } from './edit-category-page.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Category of content · Startup Tools' }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [{ items: categories }, { items: languages }] = await Promise.all([
    call(listContentCategories, { query: {} }),
    call(showLanguages, {}),
  ])
  const { id } = params as { id?: string }
  const category = id ? categories.find((one) => one.id === id) : null
  if (category === undefined) throw data(null, 404)
  return { category, categories, languages }
}

export default function EditCategory({ loaderData }: Route.ComponentProps) {
  return <EditCategoryPage key={loaderData.category?.id ?? 'new'} {...loaderData} />
}
