import { Layers } from 'lucide-react'
import { useRef } from 'react'
import { Outlet, type RouterContextProvider, redirect } from 'react-router'
import { listContentCategories } from '#contract/content/categories.ts'
import { listEntryComments } from '#contract/content/comments.ts'
import { listEntries, showEntry } from '#contract/content/entries.ts'
import { listContentModels } from '#contract/content/models.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import { showViewer } from '#contract/workspace/session.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { createHref, hrefOf, listPath } from '#web/cms/entries/entry-words.ts'
import type { EntryPageData, OtherModel } from '#web/cms/entry-writing/entry-data.ts'
import {
  categoryChoice,
  componentsFor,
  editedModel,
  otherModel,
  teamMember,
} from '#web/cms/entry-writing/loader-fields.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { EmptyState } from '#web/ui/notice/empty-state.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/edit.ts'
import { EntryPage } from './page/entry-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData?.page
  const title = page?.entry ? page.entry.title || 'Untitled' : `New ${page?.model.name ?? 'entry'}`
  return [{ title: `${title} · Startup Tools` }]
}

/** Starts all reads at once. They share one database snapshot, which ends when no read is running. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const { searchParams } = new URL(request.url)
  const id = 'guidId' in params ? params.guidId : undefined
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
  // Falls back to the entry in its first language, because the model may not have the wanted language.
  return wanted.answer ?? first
}

/** Layout for the URLs of new and existing entries. The form stays open when a new entry gets its own URL. */
export default function Edit({ loaderData }: Route.ComponentProps) {
  const { page, models, key, viewer } = loaderData
  const begunHere = useRef<string>(null)
  const shownBefore = useRef<string>(null)
  const newPages = useRef(0)
  const entry = page?.entry ?? null
  // A blank form after an existing entry gets a new React key. A reloaded blank form keeps its key.
  if (!entry && shownBefore.current) {
    begunHere.current = null
    newPages.current += 1
  }
  shownBefore.current = entry?.id ?? null
  if (!page) return <ChooseModel models={models} unknown={key} isAdmin={viewer.isAdmin} />
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

type Props = { models: OtherModel[]; unknown: string | null; isAdmin: boolean }

const ChooseModel = ({ models, unknown, isAdmin }: Props) => (
  <>
    <PageBar back={{ href: listPath, label: 'Back to the entries' }} title="New entry" />
    <ScrollArea>
      {models.length === 0 ? (
        <EmptyState
          icon={Layers}
          title="No models yet"
          actions={isAdmin && <Button href="/cms/settings">Add a model</Button>}
        >
          A model defines the fields of its entries. {isAdmin ? '' : 'Ask an admin to add one.'}
        </EmptyState>
      ) : (
        <div className="mx-auto max-w-180 px-4 pt-6 pb-24 md:px-10 md:pt-10">
          {unknown && <p className="mb-3 text-ink-2">There is no model “{unknown}”.</p>}
          <h2 className="mb-3 text-title font-semibold">Choose a model</h2>
          <ul className="grid gap-1">
            {models.map(({ id, key, name }) => (
              <li key={id}>
                <TextLink href={createHref(key)}>{name}</TextLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </ScrollArea>
  </>
)
