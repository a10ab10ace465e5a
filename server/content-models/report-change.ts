import { isDeepStrictEqual } from 'node:util'
import type { ChangeReport } from '#contract/content-models.ts'
import type { Field } from '#contract/fields.ts'
import { checkValue } from '#server/fields/check-values.ts'
import { isEmpty, isThere } from '#server/fields/components.ts'
import { convertValue } from '#server/fields/convert-value.ts'
import { settleValues } from '#server/fields/settle-values.ts'
import { wordsOf } from '#server/fields/values-in-words.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Model, Models } from './find-models.ts'
import { listWritten, type WrittenText } from './queries.ts'

const piece = 500
const mostExamples = 10

type FieldReport = ChangeReport['fields'][number]
type Pair = { before: Field; after: Field; report: FieldReport; seen: Map<string, string> }

/** What a change would do to each value there is: how many stay, lose something or fail, with examples. */
export async function reportChange(
  tx: WorkspaceTx,
  models: Models,
  model: Model,
  { after, first }: { after: Field[]; first: string },
): Promise<ChangeReport> {
  const pairs = model.fields.filter(isThere).flatMap((before) =>
    pairOf(
      before,
      after.find(({ id }) => id === before.id),
    ),
  )
  const touched = new Set<string>()
  for await (const text of everyText(tx, pairs.length > 0 ? model.id : null)) {
    const place = { language: text.language, first }
    const snapshot = { shared: text.shared, languages: { [text.language]: text.values } }
    const values = settleValues(model.fields, snapshot, place, models.components)
    for (const pair of pairs)
      if (judge(pair, text, values[pair.before.slot], models)) touched.add(`${text.entryId} ${text.language}`)
  }
  return { entries: touched.size, fields: pairs.map(({ report }) => report) }
}

async function* everyText(tx: WorkspaceTx, modelId: string | null) {
  let after = ''
  while (modelId !== null) {
    const rows = await listWritten(tx, modelId, after, piece)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < piece) return
    after = last.entryId + last.language
  }
}

function pairOf(before: Field, after: Field | undefined): Pair[] {
  const change = !after || !isThere(after) ? 'deleted' : changeOf(before, after)
  if (!change) return []
  const report: FieldReport = {
    id: before.id,
    key: before.key,
    change,
    converted: 0,
    lossy: 0,
    failed: 0,
    examples: [],
  }
  return [{ before, after: after ?? before, report, seen: new Map() }]
}

function changeOf(before: Field, after: Field): FieldReport['change'] | null {
  if (before.kind !== after.kind) return 'kind'
  if (before.localized !== after.localized) return 'localized'
  if (after.required !== 'never' && before.required !== after.required) return 'required'
  if (after.unique && !before.unique) return 'unique'
  const isSame = isDeepStrictEqual({ ...before, ...ignored }, { ...after, ...ignored })
  return isSame ? null : 'checks'
}
/** What of a field is no matter of its values. */
const ignored = {
  key: '',
  label: '',
  help: '',
  tab: '',
  width: '',
  condition: null,
  formerKeys: [],
  message: '',
  default: null,
  searchable: false,
  indexed: false,
  readBy: '',
  writtenBy: '',
  required: '',
  unique: false,
}

/** Counts what becomes of one value; answers whether there was one. */
function judge(
  { before, after, report, seen }: Pair,
  text: WrittenText,
  value: unknown,
  { components }: Models,
): boolean {
  const isFilled = !isEmpty(value)
  const fail = (reason: string, kind: 'failed' | 'lossy') => {
    report[kind] += 1
    const words = wordsOf(before, value).slice(0, 200)
    if (report.examples.length < mostExamples)
      report.examples.push({ entry: text.entryId, language: text.language, title: text.title, value: words, reason })
  }
  if (report.change === 'required') {
    if (isFilled) report.converted += 1
    else fail('It has no value', 'failed')
    return true
  }
  if (!isFilled) return false
  if (report.change === 'unique') {
    const words = `${before.localized ? text.language : ''} ${wordsOf(before, value)}`
    const twin = seen.get(words)
    if (twin && twin !== text.entryId) fail('Another entry has this value', 'failed')
    else report.converted += 1
    seen.set(words, text.entryId)
    return true
  }
  if (report.change === 'deleted') fail('It is hidden with its field', 'lossy')
  else if (report.change === 'checks') {
    const { faults } = checkValue(after, value, components)
    if (faults) fail(Object.values(faults)[0]!, 'failed')
    else report.converted += 1
  } else {
    const converted = convertValue(value, before, after, components)
    if (converted.reason !== undefined) fail(converted.reason, 'failed')
    else if (converted.isLossy) fail('Some of it is lost', 'lossy')
    else report.converted += 1
  }
  return true
}
