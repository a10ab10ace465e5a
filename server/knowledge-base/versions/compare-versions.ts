import type { z } from 'zod'
import { type Comparison as ComparisonSchema, comparedFields } from '#contract/knowledge-base/versions.ts'
import type { FlowNode } from '#contract/writing/document.ts'
import { signFileUrl } from '#server/files/file-urls.ts'
import { renderEachFor } from '#server/knowledge-base/articles/rendering/resolve-references.ts'
import { findDraft, type ReadCall, readingOf } from '#server/knowledge-base/articles/show-article.ts'
import type { ArticleText } from '#server/knowledge-base/articles/texts/article-text.ts'
import { textOf } from '#server/knowledge-base/articles/texts/write-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import {
  type BlockChange,
  compareDocuments,
  compareWords,
} from '#server/writing/documents/compare/compare-documents.ts'
import { findFirstAndPublished, findNumberBefore, type VersionRow } from './queries.ts'
import { openVersion, shapeVersions } from './versions.ts'

type Comparison = z.output<typeof ComparisonSchema>
/** One side of a comparison. `version` is null for the draft. */
type ComparedText = { version: VersionRow | null; text: ArticleText }

export async function compareVersions(
  call: ReadCall,
  articleId: string,
  number: number,
  other: number | 'draft',
): Promise<Comparison> {
  const { text, ...version } = await openVersion(call.tx, articleId, number)
  const { language } = version
  const is =
    other === 'draft'
      ? await openDraft(call.tx, articleId, language)
      : await openSide(call.tx, articleId, language, other)
  return compareSides(call, articleId, { was: { version, text }, is })
}

/** Compares the published source text with the version that was current when the translation was published or begun. */
export async function compareSource(call: ReadCall, articleId: string, language: string): Promise<Comparison> {
  const { tx } = call
  const source = (await findLanguages(tx))[0]!
  const own = await findFirstAndPublished(tx, articleId, language)
  const first = await findFirstAndPublished(tx, articleId, source)
  const before = own.published ?? own.first
  if (!before) throw new Refusal('text-not-found')
  if (!first.published) throw new Refusal('version-not-found')
  const was =
    (await findNumberBefore(tx, articleId, source, before, true)) ??
    (await findNumberBefore(tx, articleId, source, before, false)) ??
    first.first!
  return compareSides(call, articleId, {
    was: await openSide(tx, articleId, source, was),
    is: await openSide(tx, articleId, source, first.published),
  })
}

async function openSide(tx: WorkspaceTx, articleId: string, language: string, number: number) {
  const { text, ...version } = await openVersion(tx, articleId, number)
  if (version.language !== language) throw new Refusal('version-not-found')
  return { version, text }
}

async function openDraft(tx: WorkspaceTx, articleId: string, language: string): Promise<ComparedText> {
  const draft = await findDraft(tx, articleId, language)
  if (!draft) throw new Refusal('text-not-found')
  return { version: null, text: textOf(draft.text) }
}

async function compareSides(call: ReadCall, articleId: string, { was, is }: Record<'was' | 'is', ComparedText>) {
  const [earlier, later] = [was.version!, is.version]
  const [shown, other = null] = await shapeVersions(call.tx, articleId, later ? [earlier, later] : [earlier])
  const blocks = compareDocuments(was.text.document, is.text.document)
  return {
    was: shown!,
    is: other,
    fields: compareFields(call, was.text, is.text),
    blocks: await renderChanges(call, earlier.language, blocks),
  }
}

function compareFields(call: ReadCall, was: ArticleText, is: ArticleText): Comparison['fields'] {
  return comparedFields
    .map((field) => ({ field, was: was[field] ?? '', is: is[field] ?? '' }))
    .filter((one) => one.was !== one.is)
    .map((one) =>
      one.field === 'socialImage'
        ? { field: one.field, was: pictureUrl(call, one.was), is: pictureUrl(call, one.is), words: [] }
        : { ...one, words: compareWords(one.was, one.is) },
    )
}

const pictureUrl = ({ platform, caller }: ReadCall, fileId: string) =>
  fileId && signFileUrl(platform, { workspaceId: caller.workspaceId!, fileId, use: 'image' })

async function renderChanges(call: ReadCall, language: string, changes: BlockChange[]): Promise<Comparison['blocks']> {
  const sides = changes.flatMap((change): FlowNode[] => {
    if (change.kind === 'changed') return [change.before, change.after]
    return ['after' in change ? change.after : change.before]
  })
  const rendered = (await renderEachFor(call.tx, readingOf(call, language), sides)).values()
  const next = () => rendered.next().value ?? ''
  return changes.map((change) => {
    const { type } = 'after' in change ? change.after : change.before
    if (change.kind !== 'changed') return { kind: change.kind, type, html: next() }
    const { kind, isMoved, words } = change
    return { kind, type, isMoved, words, was: next(), is: next() }
  })
}
