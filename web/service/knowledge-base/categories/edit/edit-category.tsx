import { data } from 'react-router'
import { listCategories, showLanguages } from '#contract/knowledge-base/categories.ts'
import { api } from '#web/lib/api.ts'
import { requireService } from '#web/service/require-service.ts'
import type { Route } from './+types/edit-category.ts'
import { EditCategoryPage } from './edit-category-page.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Category · Startup Tools' }]

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call } = context.get(api)
  const [viewer, { items: categories }, { items: languages }] = await Promise.all([
    requireService(context),
    call(listCategories, { query: {} }),
    call(showLanguages, {}),
  ])
  const category = params.id ? categories.find(({ id }) => id === params.id) : null
  if (category === undefined) throw data(null, 404)
  const asked = new URL(request.url).searchParams.get('parent')
  const parent = categories.find(({ id }) => id === asked)?.id ?? null
  return { category, categories, languages, parent, canWrite: viewer.service?.state !== 'ended' }
}

export default function EditCategory({ loaderData }: Route.ComponentProps) {
  return <EditCategoryPage key={loaderData.category?.id ?? 'new'} {...loaderData} />
}
