import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import type { changeArticle, createArticle, EditedArticle, showArticle } from '#contract/knowledge-base/articles.ts'
import type { Document } from '#contract/writing/document.ts'
import type { BlockConflict, Choice } from '#contract/writing/merging/conflicts.ts'
import { isSameDocument, mergeDocuments } from '#contract/writing/merging/merge-documents.ts'
import { dropKept, type KeptWork } from '#web/lib/kept/kept-work.ts'
import { ask } from '#web/lib/write/ask.ts'
import { isConflict, type Save, type Unsaved } from '#web/lib/writing/saving/saver.ts'
import { type OpenConflict, useSaving } from '#web/lib/writing/saving/use-saving.ts'
import type { ForAdmin } from '#web/service/knowledge-base/article/types.ts'
import type { ArticlePageData } from '#web/service/knowledge-base/editor/article-data.ts'
import { isContested, joinTexts, type LineConflict, type Lines, lineNames, type Text } from './join-texts.ts'

export type Conflict = OpenConflict & {
  base: Text | null
  theirs: EditedArticle
  left?: { text: Text; key: string }
  lines: LineConflict[]
  blocks: BlockConflict[]
}

type Changes = Partial<Text>

type OpenEditor = { editor: Editor; apply: typeof import('#web/editor/apply-document.ts')['applyDocument'] }

const emptyDocument: Document = { type: 'doc', content: [{ type: 'paragraph' }] }
// Placeholder that marks the document as changed. When the saver sends, `readChanges` replaces it with the document of
// the editor.
const changedDocument = { document: emptyDocument }

export type ArticleText = ReturnType<typeof useArticleText>

export function useArticleText(data: ArticlePageData, onCreated: (article: EditedArticle) => void) {
  const { language, viewer, begunTitle } = data
  const article = data.isMissing ? null : data.article
  const shown = useShownText(article, begunTitle)
  const { latest, editor, textNow, showLines, show, readDocument } = shown
  const sent = useRef<{ save?: Save<Changes>; document: Document }>({ document: shown.document })
  const known = useRef<Text>({ ...shown.lines, document: shown.document })

  const saving = useSaving<Changes, EditedArticle, EditedArticle, Conflict>({
    ...articleRequests(language, begunTitle),
    id: data.article?.id,
    revision: article?.revision,
    placeOf: (id) => `article-text ${viewer.id} ${id ?? 'new'} ${language} `,
    readChanges: (changes) => ('document' in changes ? { ...changes, document: readDocument() } : changes),
    onSend(save) {
      if (save !== sent.current.save) sent.current = { save, document: readDocument() }
    },
    onCreated,
    onSaved,
    askAbout,
    recoverUnsaved: article || !data.isMissing ? recoverUnsaved : undefined,
  })
  const { saver, sender, conflict, setConflict } = saving

  /** Joins a saved article with the text that was typed since that save. Returns undefined if there is a conflict. */
  async function onSaved(saved: EditedArticle, { changes }: Save<Changes>): Promise<number | undefined> {
    await endOfComposition(editor.current?.editor)
    const theirs = textOf(saved)
    const { save, document } = sent.current
    // If the revision has increased only by one, nobody else has saved. Then the saved text may differ from the sent
    // text only because the server trims texts.
    const isOwn = save?.base === undefined || saved.revision <= save.base + 1
    const { document: _, ...lines } = changes
    const before = { ...known.current, ...trimmed(lines), document: isOwn ? theirs.document : document }
    const joined = joinTexts(before, theirs, textNow())
    if (isContested(joined)) {
      setConflict({ base: before, theirs: saved, isPutOff: false, isWanted: false, ...joined })
      return undefined
    }
    known.current = theirs
    if (!isSameDocument(before.document, theirs.document)) show(joined.text.document)
    showLines({ ...linesOf(saved), ...asTyped(latest.current.lines, saved), ...linesBeside(joined.text, theirs) })
    return saved.revision
  }

  async function askAbout(open: Partial<Pick<Conflict, 'left' | 'base' | 'isWanted'>> = {}): Promise<void> {
    const theirs = await sender.readNow()
    await endOfComposition(editor.current?.editor)
    if (!theirs) return
    const { left, isWanted = false, base = known.current } = open
    const joined = joinTexts(base, textOf(theirs), left?.text ?? textNow())
    if (!isContested(joined)) return goOn(theirs, joined.text, left)
    setConflict({ base, theirs, ...(left && { left }), isPutOff: false, isWanted, ...joined })
  }

  function adopt(next: EditedArticle) {
    if (saver.isDirty() || editor.current?.editor.view.composing || next.revision <= (saver.base() ?? 0)) return
    show(next.document)
    known.current = textOf(next)
    showLines({ ...linesOf(next), ...asTyped(latest.current.lines, next) })
    saver.goOnFrom(next.revision, {})
  }

  function settle(choice: Choice) {
    if (!conflict) return
    const { base, theirs, left } = conflict
    goOn(theirs, joinTexts(base, textOf(theirs), left?.text ?? textNow(), choice).text, left)
  }

  function goOn(theirs: EditedArticle, joined: Text, left?: Conflict['left']) {
    const { document, ...lines } = left ? joinTexts(known.current, joined, textNow()).text : joined
    show(document)
    showLines(lines)
    if (left) dropKept(left.key)
    setConflict(undefined)
    known.current = textOf(theirs)
    saver.goOnFrom(theirs.revision, {
      ...linesBeside(lines, linesOf(theirs)),
      ...(!isSameDocument(document, known.current.document) && changedDocument),
    })
  }

  const isAsked = conflict !== undefined && !conflict.left
  const followLater = useFollowing(isAsked, () =>
    setConflict((open) => {
      if (!open || open.left) return open
      const { lines, blocks } = joinTexts(open.base, textOf(open.theirs), textNow())
      return { ...open, lines, blocks }
    }),
  )

  // If the writer undoes the change that conflicts, the question closes by itself.
  const isSettled = isAsked && !isContested(conflict)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is
  useEffect(() => {
    if (isSettled) settle('both')
  }, [isSettled])

  function changeLines(changes: Partial<Lines>) {
    showLines({ ...latest.current.lines, ...changes })
    saver.changed(changes)
    followLater()
  }

  // Saves the stored work of a closed page. If the article does not exist yet, shows the work in this editor instead.
  async function recoverUnsaved(left: KeptWork<Unsaved<Changes>>): Promise<void> {
    const all: Changes = { ...left.sent?.changes, ...left.changes }
    if (sender.id() === undefined) {
      const { document: written, ...lines } = all
      if (written) show(mergeDocuments(emptyDocument, written, readDocument()).document)
      changeLines(lines)
      if (written) saver.changed(changedDocument)
      return dropKept(left.key)
    }
    const { answer, problem } = await sender.saveLeft(left)
    if (problem && isConflict(problem)) {
      const base = baseOf(problem)
      return askAbout({ base, left: { text: { ...(base ?? known.current), ...all }, key: left.key } })
    }
    if (!answer) return
    dropKept(left.key)
    adopt(answer)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each article that is read
  useEffect(() => {
    if (article) adopt(article)
  }, [article])

  return {
    ...{ lines: shown.lines, document: shown.document, readDocument, changeLines, settle, conflict },
    ...{ state: saving.state, askAgain: saving.askAgain, putOff: saving.putOff, flushOrAsk: saving.flushOrAsk },
    id: sender.id,
    flush: saver.flush,
    isUnsaved: () => saver.isDirty(),
    takeEditor: shown.takeEditor,
    changed() {
      saver.changed(changedDocument)
      followLater()
    },
  }
}

function useShownText(article: EditedArticle | null, begunTitle: string) {
  const [lines, setLines] = useState(() => linesOf(article, begunTitle))
  const [document, setDocument] = useState(() => article?.document ?? emptyDocument)
  const editor = useRef<OpenEditor | null>(null)
  const latest = useRef({ lines, document })
  latest.current = { lines, document }

  const readDocument = () => (editor.current?.editor.getJSON() as Document | undefined) ?? latest.current.document

  function show(next: Document) {
    if (editor.current) return editor.current.apply(editor.current.editor, next)
    latest.current.document = next
    setDocument(next)
  }

  return {
    ...{ lines, document, editor, latest, readDocument, show },
    textNow: (): Text => ({ ...latest.current.lines, document: readDocument() }),
    showLines(next: Lines) {
      latest.current.lines = next
      setLines(next)
    },
    takeEditor(next: Editor | null, apply: OpenEditor['apply']) {
      editor.current = next && { editor: next, apply }
      // The document may have changed while the editor was loading, so it is shown again.
      if (next) show(latest.current.document)
    },
  }
}

const followMs = 300

function useFollowing(isAsked: boolean, follow: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return () => {
    if (!isAsked) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      follow()
    }, followMs)
  }
}

const path = '/api/v1/knowledge-base/articles/:id'

const articleRequests = (language: string, begunTitle: string) => ({
  create: (changes: Changes, idempotencyKey: string) =>
    ask<typeof createArticle & ForAdmin>('POST', '/api/v1/knowledge-base/articles', {
      body: { ...(begunTitle && { title: begunTitle }), ...changes, language },
      idempotencyKey,
    }),
  change: (id: string, { base, changes }: Save<Changes>) =>
    ask<typeof changeArticle & ForAdmin>('PATCH', path, { params: { id }, body: { ...changes, base, language } }),
  async read(id: string) {
    const query = { language }
    return (await ask<typeof showArticle & ForAdmin>('GET', path, { params: { id }, query, waits: true })).answer
  },
})

// Waits for the end of an input composition (accents, Chinese), because changing the text would break the composition.
async function endOfComposition(editor: Editor | undefined) {
  if (!editor?.view.composing) return
  await new Promise((resolve) => editor.view.dom.addEventListener('compositionend', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, 50))
}

const baseOf = (problem: object): Text | null => (problem as { base?: Text }).base ?? null

const textOf = (article: EditedArticle): Text => ({ ...linesOf(article), document: article.document })

const linesOf = (article: EditedArticle | null, begunTitle = ''): Lines => ({
  title: article?.title ?? begunTitle,
  excerpt: article?.excerpt ?? '',
  metaTitle: article?.metaTitle ?? '',
  metaDescription: article?.metaDescription ?? '',
})

const linesBeside = (next: Lines, other: Lines): Partial<Lines> =>
  Object.fromEntries(lineNames.flatMap((name) => (next[name] === other[name] ? [] : [[name, next[name]]])))

const trimmed = (lines: Partial<Lines>): Partial<Lines> =>
  Object.fromEntries(Object.entries(lines).map(([name, words]) => [name, words.trim()]))

// Keeps spaces that were typed at the start or end. The server removes them, but they must not vanish while the person
// types.
const asTyped = (now: Lines, saved: EditedArticle): Partial<Lines> =>
  Object.fromEntries(lineNames.flatMap((name) => (now[name].trim() === saved[name] ? [[name, now[name]]] : [])))
