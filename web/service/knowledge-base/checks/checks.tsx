import type { Editor } from '@tiptap/core'
import { TriangleAlert } from 'lucide-react'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { articleHref } from '#web/service/knowledge-base/article/addresses.ts'
import { Icon } from '#web/ui/mark/icon.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { type Flaw, findFlaws, type KnownArticles } from './find-flaws.ts'
import { useSoon } from './use-soon.ts'

type Props = { editor: Editor | null; lines: Parameters<typeof findFlaws>[0]; known: KnownArticles }

export const Checks = ({ editor, ...rest }: Props) => editor && <Flaws {...rest} editor={editor} />

function Flaws({ editor, lines, known }: Props & { editor: Editor }) {
  const { title, metaTitle, metaDescription } = lines
  const read = useCallback(
    ({ state }: Editor) => findFlaws({ title, metaTitle, metaDescription }, state.doc, known),
    [title, metaTitle, metaDescription, known],
  )
  const flaws = useSoon(editor, read)
  if (flaws.length === 0) return null
  return (
    <PanelSection title="Before publishing">
      <ul className="-mx-1.5 grid gap-0.5">
        {flaws.map((flaw) => (
          <li key={`${flaw.pos} ${flaw.article} ${flaw.words}`}>
            <FlawLine flaw={flaw} editor={editor} />
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

const look = 'flex w-full gap-2 rounded-sm px-1.5 py-1 text-left text-ink-2 hover:bg-hover hover:text-ink'

function FlawLine({ flaw: { words, pos, article }, editor }: { flaw: Flaw; editor: Editor }) {
  const content = (
    <>
      <Icon of={TriangleAlert} size={14} className="mt-0.5 shrink-0 text-amber-ink" />
      <span className="wrap-anywhere">{words}</span>
    </>
  )
  if (article)
    return (
      <Link to={articleHref(article)} className={look}>
        {content}
      </Link>
    )
  if (pos === null) return <p className="flex gap-2 px-1.5 py-1 text-ink-2">{content}</p>
  return (
    <button type="button" onClick={() => editor.commands.focusBlock(pos)} className={look}>
      {content}
    </button>
  )
}
