import { useRef } from 'react'
import { Outlet, type RouterContextProvider, redirect } from 'react-router'
import { listContentCategories } from '#contract/content/categories.ts'
import { listEntryComments } from '#contract/content/comments.ts'
import { listEntries, showEntry } from '#contract/content/entries.ts'
import { listContentModels } from '#contract/content/models.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { createHref, type EntryPageData, hrefOf } from '#web/cms/entry-writing/entry-data.ts'
import { api } from '#web/lib/api.ts'
import type { Route } from './+types/edit.ts'
import { ChooseModel } from './page/choose-model.tsx'
import { EntryPage } from './page/entry-page.tsx'
import { categoryChoice, componentsFor, editedModel, otherModel, teamMember } from './page/sent.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const { entry, model } = (loaderData?.page ?? {}) as Partial<EntryPageData>
  const title = entry ? entry.title || 'Untitled' : `New ${model?.name ?? 'entry'}`
  return [{ title: `${title} · Startup Tools` }]
}

/** All reads are one round, since the snapshot of a page ends with its last read. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const { searchParams } = new URL(request.url)
  const id = (params as { guidId?: string }).guidId
  const wanted = searchParams.get('language') ?? undefined
  const asked = searchParams.get('model')
  const [viewer, members, { items: all }, categories, { items: written, plainSlugs }, entry, said, first] =
    await Promise.all([
      call(showViewer, {}),
      call(listMembers, { query: {} }),
      call(listContentModels, { query: {} }),
      call(listContentCategories, { query: { locale: wanted } }),
      call(showLanguages, {}),
      id ? loadEntry(context, id, wanted) : null,
      id ? call(listEntryComments, { params: { id }, query: {} }) : { items: [], resolved: 0 },
      asked && !id ? attempt(listEntries, { query: { model: asked, limit: '1' } }) : null,
    ])
  const models = all.filter(({ deletedAt }) => deletedAt === null)
  const key = entry?.model.key ?? asked
  const model = models.find((one) => one.kind !== 'component' && one.key === key)
  if (!model)
    return { page: null, models: models.filter(({ kind }) => kind !== 'component').map(otherModel), key, viewer }
  // Of a model with one entry, that one is written.
  const [only] = model.kind === 'single' ? (first?.answer?.items ?? []) : []
  if (only) throw redirect(hrefOf(only.id))
  const languages = model.localized ? written : written.slice(0, 1)
  const language = wanted ?? languages[0]!
  if (!languages.includes(language)) throw redirect(id ? hrefOf(id) : createHref(model.key))
  const page: EntryPageData = {
    ...{ viewer, entry, language, languages, model: editedModel(model, viewer.isAdmin) },
    hasPlainSlugs: plainSlugs.includes(language),
    isMissing: entry !== null && !entry.languages.some((one) => one.language === language),
    components: componentsFor(model, all, viewer.isAdmin),
    models: models.map(otherModel),
    categories: categories.items.map(categoryChoice),
    said: { items: said.items, resolved: said.resolved },
    members: members.items.map(teamMember),
  }
  return { page, models: [], key, viewer }
}

async function loadEntry(context: Readonly<RouterContextProvider>, id: string, locale: string | undefined) {
  const { call, attempt } = context.get(api)
  const [wanted, first] = await Promise.all([
    attempt(showEntry, { params: { id }, query: { locale } }),
    call(showEntry, { params: { id }, query: {} }),
  ])
  // In a language that its model is not written in, it is led to the first.
  return wanted.answer ?? first
}

/** One layout for both URLs, so that the form stays when a new entry gets its own URL. */
export default function Edit({ loaderData }: Route.ComponentProps) {
  const { page, models, key, viewer } = loaderData
  const begunHere = useRef<string>(null)
  const shownBefore = useRef<string>(null)
  const newPages = useRef(0)
  const entry = page?.entry ?? null
  // Another new entry after one that was shown; a blank page that is read again is still the same.
  if (!entry && shownBefore.current) {
    begunHere.current = null
    newPages.current += 1
  }
  shownBefore.current = entry?.id ?? null
  if (!page) return <ChooseModel models={models} unknown={key} isAdmin={viewer.isAdmin} />
  // Who began an entry here goes on writing in the same form when it has its address.
  const isBegunHere = !entry || entry.id === begunHere.current
  const name = isBegunHere ? `new ${newPages.current} ${page.model.key}` : entry.id
  return (
    <>
      <EntryPage
        key={`${name} ${page.language}`}
        {...page}
        onCreated={(created) => {
          begunHere.current = created
        }}
      />
      <Outlet />
    </>
  )
}
