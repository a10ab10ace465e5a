import type { Editor } from '@tiptap/core'
import { plural } from '#web/lib/words/format.ts'
import { useSoon } from '#web/service/knowledge-base/checks/use-soon.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import type { PanelProps } from './article-panel.tsx'

type Parts = NonNullable<PanelProps['parts']>

/** The headings of the text as links, and the number of words. */
export function Outline({ editor, parts }: PanelProps) {
  if (!editor || !parts) return null
  return <Headings editor={editor} headingsOf={parts.headingsOf} />
}

function Headings({ editor, headingsOf }: { editor: Editor; headingsOf: Parts['headingsOf'] }) {
  const { headings, words } = useSoon(editor, headingsOf)

  function lead(pos: number) {
    const heading = editor.view.nodeDOM(pos)
    if (heading instanceof HTMLElement) heading.scrollIntoView({ block: 'start' })
    editor
      .chain()
      .setTextSelection(pos + 1)
      .focus(undefined, { scrollIntoView: false })
      .run()
  }

  return (
    <PanelSection title="Outline" action={<span className="text-ink-3 tabular-nums">{plural(words, 'word')}</span>}>
      {headings.length === 0 && <p className="text-ink-3">No headings yet.</p>}
      <ul className="-mx-1.5">
        {headings.map(({ pos, level, text }) => (
          <li key={pos} className={indents[level]}>
            <button
              type="button"
              onClick={() => lead(pos)}
              className="block w-full truncate rounded-sm px-1.5 py-1 text-left text-ink-2 hover:bg-hover hover:text-ink"
            >
              {text || 'Empty heading'}
            </button>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

const indents: Record<number, string> = { 2: '', 3: 'pl-3', 4: 'pl-6' }
