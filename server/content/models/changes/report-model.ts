import type { ChangeReport, ContentModel } from '#contract/content/models.ts'
import type { Model } from '#server/content/models/find-models.ts'
import { listBesideFirst, listOfModel, type NamedEntry } from '#server/content/models/queries.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

type ModelSettings = Partial<Pick<ContentModel, 'kind' | 'localized'>>
type ModelReport = ChangeReport['model']

/** Reports what a model change would lose: texts in other languages, and entries beyond the first. */
export async function reportModel(
  tx: WorkspaceTx,
  model: Model,
  { wanted, first }: { wanted: ModelSettings; first: string },
): Promise<ModelReport> {
  const isOneLanguage = model.localized && wanted.localized === false
  const isOneEntry = model.kind !== 'single' && wanted.kind === 'single'
  const beside = isOneLanguage ? await listBesideFirst(tx, model.id, first) : []
  const all = isOneEntry ? await listOfModel(tx, model.id) : []
  return [
    ...(beside.length > 0 ? [part('localized', beside)] : []),
    ...(all.length > 0 && all[0]!.total > 1 ? [part('kind', all)] : []),
  ]
}

const part = (change: 'localized' | 'kind', found: NamedEntry[]): ModelReport[number] => ({
  change,
  entries: found[0]!.total,
  examples: found.map(({ entry, language, title }) => ({ entry, language, title })),
})

/** Refuses a change that would hide data. Users must delete these texts or entries first. */
export async function refuseLoss(tx: WorkspaceTx, model: Model, asked: { wanted: ModelSettings; first: string }) {
  const report = await reportModel(tx, model, asked)
  if (report.length === 0) return
  throw new Refusal('model-would-lose', {
    detail: report.map((one) => sentences[one.change](one.entries, asked.first)).join(' '),
    shown: { report },
  })
}

const sentences = {
  localized: (entries: number, first: string) =>
    `${entries === 1 ? 'An entry has a text' : `${entries} entries have texts`} in another language than ${first}. Archive or delete it first.`,
  kind: (entries: number) =>
    `There are ${entries} entries, and a model of one has room for one. Delete the others first.`,
}
