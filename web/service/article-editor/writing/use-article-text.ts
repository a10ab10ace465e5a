import type { Editor } from '@tiptap/core'
import { Mapping } from '@tiptap/pm/transform'
import { useEffect, useRef, useState } from 'react'
import type { EditedArticle } from '#contract/articles.ts'
import type { Document } from '#contract/document.ts'
import { beforeSignOut } from '#web/lib/kept/before-sign-out.ts'
import { joinedNote } from '#web/lib/network/joined.ts'
import type { ArticlePageData } from '#web/service/article-editor/article-data.ts'
import { useToast } from '#web/ui/notice/toast.tsx'
import type { Text } from './join-texts.ts'
import { dropKept, findLeftTexts, type KeptText, openKeptText } from './kept-texts.ts'
import { type Changes, createSaver, isConflict, type Lines, type Save, type SaveState } from './saver.ts'
import { createSender } from './send-text.ts'

/** Two texts that do not join by themselves, with nothing sent before somebody chooses. `left` is one that a closed page left behind. */
export type Conflict = {
  theirs: EditedArticle
  mine: Changes
  left?: KeptText
  /** Somebody closed the question and writes on. */
  isPutOff: boolean
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
  const sent = useRef<{ save?: Save; document: Document; since: Mapping }>({ document, since: new Mapping() })
  /** As the server had them at the revision that changes begin from. */
  const known = useRef(lines)
  const kept = useRef<ReturnType<typeof openKeptText>>(undefined)

  const readDocument = () => (held.current?.editor.getJSON() as Document | undefined) ?? latest.current.document

  function show(next: Document, before: Document, since: Mapping): boolean {
    if (held.current) return held.current.apply(held.current.editor, before, next, since)
    setDocument(next)
    return true
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
          if (save !== sent.current.save) sent.current = { save, document: readDocument(), since: new Mapping() }
          return sender.save(save)
        },
        onConflict: askAbout,
        onJoined: () => showToast({ text: joinedNote }),
        onSaved(saved, { document: _, ...own }, unsaved) {
          if (namesOf(unsaved).some((name) => !(name in own) && saved[name] !== known.current[name])) return false
          if (!show(saved.document as Document, sent.current.document, sent.current.since)) return false
          known.current = linesOf(saved)
          setLines((now) => ({ ...linesOf(saved), ...asTyped(now, saved), ...unsaved }))
          return true
        },
      },
      article?.revision,
    ),
  )

  async function askAbout(mine: Changes, left?: KeptText) {
    const theirs = await sender.readNow()
    if (theirs) setConflict({ theirs, mine, left, isPutOff: false })
  }

  /** Both may have written on since the question was put off. */
  async function askAgain() {
    if (!conflict) return
    await saver.flush()
    await askAbout({ ...conflict.mine, ...saver.changes() }, conflict.left)
  }

  /** For what needs all of it on the server: a question that was put off comes back. */
  async function flushOrAsk(): Promise<boolean> {
    if (!conflict) return saver.flush()
    await askAgain()
    return false
  }

  /** What others wrote, where nothing of our own waits to be saved. */
  function adopt(next: EditedArticle) {
    if (saver.isDirty() || next.revision <= (saver.base() ?? 0)) return
    show(next.document as Document, readDocument(), new Mapping())
    known.current = linesOf(next)
    setLines((now) => ({ ...linesOf(next), ...asTyped(now, next) }))
    saver.goOnFrom(next.revision, { lines: {}, isWritten: false })
  }

  /** What was chosen of two texts, to be saved on top of theirs. */
  function settle({ document: chosen, ...next }: Text) {
    if (!conflict) return
    const { theirs, left } = conflict
    show(chosen, readDocument(), new Mapping())
    setLines(next)
    if (left) dropKept(left.key)
    setConflict(undefined)
    known.current = linesOf(theirs)
    saver.goOnFrom(theirs.revision, {
      lines: linesBeside(next, linesOf(theirs)),
      isWritten: chosen !== theirs.document,
    })
  }

  function changeLines(changes: Partial<Lines>) {
    setLines((now) => ({ ...now, ...changes }))
    saver.changed(changes)
  }

  /** An article that was begun goes on here; what was written of another is saved as if its page were still open. */
  async function takeLeft(left: KeptText) {
    const all = { ...left.sent?.changes, ...left.changes }
    if (sender.id() === undefined) {
      if (all.document) setDocument(all.document)
      if (all.document) show(all.document, readDocument(), new Mapping())
      const { document: written, ...begun } = all
      changeLines(begun)
      if (written) saver.changed('document')
      return dropKept(left.key)
    }
    const { answer, problem } = await sender.saveLeft(left)
    if (problem && isConflict(problem)) return askAbout(all, left)
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
    putOff: () => setConflict((asked) => asked && { ...asked, isPutOff: true }),
    id: sender.id,
    flush: saver.flush,
    flushOrAsk,
    isUnsaved: () => saver.isDirty(),
    takeEditor(editor: Editor | null, apply: Held['apply']) {
      held.current = editor && { editor, apply }
      // What came while the editor was on its way.
      if (editor) show(latest.current.document, editor.getJSON() as Document, new Mapping())
    },
    changed(mappings: Mapping[]) {
      for (const mapping of mappings) sent.current.since.appendMapping(mapping)
      saver.changed('document')
    },
  }
}

const linesOf = (article: EditedArticle | null, begunTitle = ''): Lines => ({
  title: article?.title ?? begunTitle,
  excerpt: article?.excerpt ?? '',
  metaTitle: article?.metaTitle ?? '',
  metaDescription: article?.metaDescription ?? '',
})

const namesOf = (lines: Partial<Lines>) => Object.keys(lines) as (keyof Lines)[]

const linesBeside = (next: Lines, other: Lines): Partial<Lines> =>
  Object.fromEntries(namesOf(next).flatMap((name) => (next[name] === other[name] ? [] : [[name, next[name]]])))

/** The server takes white space from the ends, which is not to vanish under the cursor. */
const asTyped = (now: Lines, saved: EditedArticle): Partial<Lines> =>
  Object.fromEntries(namesOf(now).flatMap((name) => (now[name].trim() === saved[name] ? [[name, now[name]]] : [])))
