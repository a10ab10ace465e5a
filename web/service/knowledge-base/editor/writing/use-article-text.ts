import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import type { EditedArticle } from '#contract/knowledge-base/articles.ts'
import type { Document } from '#contract/writing/document.ts'
import type { BlockConflict, Choice } from '#contract/writing/merging/contest.ts'
import { isSameDocument, mergeDocuments } from '#contract/writing/merging/merge-documents.ts'
import { beforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { joinedNote } from '#web/lib/network/joined.ts'
import type { ArticlePageData } from '#web/service/knowledge-base/editor/article-data.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import { isContested, joinTexts, type LineConflict, type Text } from './join-texts.ts'
import { dropKept, findLeftTexts, type KeptText, openKeptText } from './kept-texts.ts'
import { type Changes, createSaver, isConflict, type Lines, type Save, type SaveState } from './saver.ts'
import { createSender } from './send-text.ts'

/** Two texts that do not join by themselves, with nothing sent before somebody chooses. */
export type Conflict = {
  /** What both began from; null where nobody knows it any more. */
  base: Text | null
  theirs: EditedArticle
  /** What a closed page left behind; else it is what is written here. */
  left?: { text: Text; key: string }
  /** Somebody closed the question and writes on. */
  isPutOff: boolean
  /** Somebody asked for it, and has the keyboard in it. */
  isWanted: boolean
  lines: LineConflict[]
  blocks: BlockConflict[]
}

/** The editor, and what comes with it and works on what it holds. */
type Held = { editor: Editor; apply: typeof import('#web/editor/apply-document.ts')['applyDocument'] }

const emptyDocument: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

export type ArticleText = ReturnType<typeof useArticleText>

/** What is being written in one language: shown, saved, kept while it is not, and joined with what others write. */
export function useArticleText(data: ArticlePageData, onCreated: (article: EditedArticle) => void) {
  const { language, viewer, begunTitle } = data
  const article = data.isMissing ? null : data.article
  const showToast = useToast()
  const [lines, setLines] = useState(() => linesOf(article, begunTitle))
  const [document, setDocument] = useState(() => (article?.document as Document | undefined) ?? emptyDocument)
  const [state, setState] = useState<SaveState>({ is: 'saved' })
  const [conflict, setConflict] = useState<Conflict>()
  const held = useRef<Held | null>(null)
  const latest = useRef({ lines, document })
  latest.current = { lines, document }
  const sent = useRef<{ save?: Save; document: Document }>({ document })
  /** As the server had it at the revision that changes begin from. */
  const known = useRef<Text>({ ...lines, document })
  const kept = useRef<ReturnType<typeof openKeptText>>(undefined)

  const readDocument = () => (held.current?.editor.getJSON() as Document | undefined) ?? latest.current.document

  const textNow = (): Text => ({ ...latest.current.lines, document: readDocument() })

  function showLines(next: Lines) {
    latest.current.lines = next
    setLines(next)
  }

  function show(next: Document) {
    const { current: inEditor } = held
    if (inEditor) return inEditor.apply(inEditor.editor, next)
    latest.current.document = next
    setDocument(next)
  }

  const openKept = (id: string) => {
    kept.current?.keep(null)
    kept.current?.close()
    kept.current = openKeptText({ viewerId: viewer.id, article: id, language })
  }

  const [sender] = useState(() =>
    createSender({
      id: data.article?.id,
      language,
      begunTitle,
      onCreated(made) {
        openKept(made.id)
        onCreated(made)
      },
    }),
  )

  const [saver] = useState(() =>
    createSaver(
      {
        readDocument,
        keep: (save) => kept.current?.keep(save),
        onState: setState,
        send(save) {
          if (save !== sent.current.save) sent.current = { save, document: readDocument() }
          return sender.save(save)
        },
        onConflict: () => void askAbout(),
        onJoined: () => showToast({ text: joinedNote }),
        onSaved: takeSaved,
      },
      article?.revision,
    ),
  )

  /** What others wrote as well is joined with what was written since it was sent. */
  async function takeSaved(saved: EditedArticle, { document: _, ...own }: Changes): Promise<boolean> {
    await endOfComposition(held.current?.editor)
    const theirs = textOf(saved)
    const { save, document } = sent.current
    // Each save is the next revision. The server tidies what it is sent (spaces at the ends), which is nobody else's change.
    const isOwn = save?.base === undefined || saved.revision <= save.base + 1
    const before = { ...known.current, ...trimmed(own), document: isOwn ? theirs.document : document }
    const joined = joinTexts(before, theirs, textNow())
    if (isContested(joined)) {
      setConflict({ base: before, theirs: saved, isPutOff: false, isWanted: false, ...joined })
      return false
    }
    known.current = theirs
    if (!isSameDocument(before.document, theirs.document)) show(joined.text.document)
    showLines({ ...linesOf(saved), ...asTyped(latest.current.lines, saved), ...linesBeside(joined.text, theirs) })
    return true
  }

  /** Joins what is written here, or was left behind, with what the server has; asks where both changed the same. */
  async function askAbout(asked: Partial<Pick<Conflict, 'left' | 'base' | 'isWanted'>> = {}) {
    const theirs = await sender.readNow()
    await endOfComposition(held.current?.editor)
    if (!theirs) return
    const { left, isWanted = false, base = known.current } = asked
    const joined = joinTexts(base, textOf(theirs), left?.text ?? textNow())
    if (!isContested(joined)) return goOn(theirs, joined.text, left)
    setConflict({ base, theirs, ...(left && { left }), isPutOff: false, isWanted, ...joined })
  }

  /** Both may have written on since the question was put off. */
  async function askAgain() {
    if (!conflict) return
    await saver.flush()
    await askAbout({ ...conflict, isWanted: true })
  }

  /** For what needs all of it on the server: a question that was put off comes back. */
  async function flushOrAsk(): Promise<boolean> {
    if (!conflict) return saver.flush()
    await askAgain()
    return false
  }

  /** What others wrote, where nothing of our own waits to be saved. */
  function adopt(next: EditedArticle) {
    if (saver.isDirty() || held.current?.editor.view.composing || next.revision <= (saver.base() ?? 0)) return
    show(next.document as Document)
    known.current = textOf(next)
    showLines({ ...linesOf(next), ...asTyped(latest.current.lines, next) })
    saver.goOnFrom(next.revision, { lines: {}, isWritten: false })
  }

  /** What was chosen, with every letter that was written up to now. */
  function settle(choice: Choice) {
    if (!conflict) return
    const { base, theirs, left } = conflict
    goOn(theirs, joinTexts(base, textOf(theirs), left?.text ?? textNow(), choice).text, left)
  }

  /** A text of both is shown, and saved on top of theirs. */
  function goOn(theirs: EditedArticle, joined: Text, left?: Conflict['left']) {
    // What is written here goes on beside what was left behind.
    const { document: chosen, ...next } = left ? joinTexts(known.current, joined, textNow()).text : joined
    show(chosen)
    showLines(next)
    if (left) dropKept(left.key)
    setConflict(undefined)
    known.current = textOf(theirs)
    saver.goOnFrom(theirs.revision, {
      lines: linesBeside(next, linesOf(theirs)),
      isWritten: !isSameDocument(chosen, known.current.document),
    })
  }

  // The question follows what is written on while it is open.
  const isAsked = conflict !== undefined && !conflict.left
  const followTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function follow() {
    if (isAsked) followTimer.current ??= setTimeout(followNow, followMs)
  }
  function followNow() {
    followTimer.current = undefined
    setConflict((asked) => {
      if (!asked || asked.left) return asked
      const { lines, blocks } = joinTexts(asked.base, textOf(asked.theirs), textNow())
      return { ...asked, lines, blocks }
    })
  }

  // Who took back what was contested has nothing to choose any more.
  const isSettled = isAsked && !isContested(conflict)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is
  useEffect(() => {
    if (isSettled) settle('both')
  }, [isSettled])

  function changeLines(changes: Partial<Lines>) {
    showLines({ ...latest.current.lines, ...changes })
    saver.changed(changes)
    follow()
  }

  /** An article that was begun goes on here; what was written of another is saved as if its page were still open. */
  async function takeLeft(left: KeptText) {
    const all = { ...left.sent?.changes, ...left.changes }
    if (sender.id() === undefined) {
      const { document: written, ...begun } = all
      if (written) show(mergeDocuments(emptyDocument, written, readDocument()).document)
      changeLines(begun)
      if (written) saver.changed('document')
      return dropKept(left.key)
    }
    const { answer, problem } = await sender.saveLeft(left)
    if (problem && isConflict(problem)) {
      const base = baseOf(problem)
      const text = { ...(base ?? known.current), ...all } as Text
      return askAbout({ base, left: { text, key: left.key } })
    }
    if (!answer) return
    dropKept(left.key)
    adopt(answer)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the text that the page is for
  useEffect(() => {
    const name = { viewerId: viewer.id, article: article?.id ?? 'new', language }
    openKept(name.article)
    if (article || !data.isMissing)
      findLeftTexts(name).then(async (found) => {
        for (const left of found) await takeLeft(left)
      })
    const stay = beforeSignOut(saver.flush)
    window.addEventListener('pagehide', saver.keepNow)
    window.addEventListener('online', saver.flush)
    return () => {
      stay()
      window.removeEventListener('pagehide', saver.keepNow)
      window.removeEventListener('online', saver.flush)
      saver.leave()
      kept.current?.close()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was read anew
  useEffect(() => {
    if (article) adopt(article)
  }, [article])

  return {
    ...{ lines, document, state, conflict, changeLines, settle, askAgain, readDocument },
    putOff: () => setConflict((asked) => asked && { ...asked, isPutOff: true, isWanted: false }),
    id: sender.id,
    flush: saver.flush,
    flushOrAsk,
    isUnsaved: () => saver.isDirty(),
    takeEditor(editor: Editor | null, apply: Held['apply']) {
      held.current = editor && { editor, apply }
      // What came while the editor was on its way.
      if (editor) show(latest.current.document)
    },
    changed() {
      saver.changed('document')
      follow()
    },
  }
}

const followMs = 300

/** Letters that are still being composed (accents, Chinese) must not be touched. */
async function endOfComposition(editor: Editor | undefined) {
  if (!editor?.view.composing) return
  await new Promise((resolve) => editor.view.dom.addEventListener('compositionend', resolve, { once: true }))
  // The editor reads the letters first.
  await new Promise((resolve) => setTimeout(resolve, 50))
}

/** A refusal says what a text began from, if the server still knows it. */
const baseOf = (problem: object): Text | null => (problem as { base?: Text }).base ?? null

const textOf = (article: EditedArticle): Text => ({ ...linesOf(article), document: article.document as Document })

const linesOf = (article: EditedArticle | null, begunTitle = ''): Lines => ({
  title: article?.title ?? begunTitle,
  excerpt: article?.excerpt ?? '',
  metaTitle: article?.metaTitle ?? '',
  metaDescription: article?.metaDescription ?? '',
})

const lineNames = ['title', 'excerpt', 'metaTitle', 'metaDescription'] as const

const linesBeside = (next: Lines, other: Lines): Partial<Lines> =>
  Object.fromEntries(lineNames.flatMap((name) => (next[name] === other[name] ? [] : [[name, next[name]]])))

const trimmed = (lines: Partial<Lines>): Partial<Lines> =>
  Object.fromEntries(Object.entries(lines).map(([name, words]) => [name, words.trim()]))

/** The server takes white space from the ends, which is not to vanish under the cursor. */
const asTyped = (now: Lines, saved: EditedArticle): Partial<Lines> =>
  Object.fromEntries(lineNames.flatMap((name) => (now[name].trim() === saved[name] ? [[name, now[name]]] : [])))
