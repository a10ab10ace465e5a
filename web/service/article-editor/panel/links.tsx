import type { Editor } from '@tiptap/core'
import type { z } from 'zod'
import type { BrokenLink } from '#contract/article-links.ts'
import { hrefOf } from '#web/service/article-editor/article-data.ts'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { PanelProps } from './article-panel.tsx'

/** What the text leads to in vain, and the articles that link to this one or include it. */
export const Links = (props: PanelProps) => (
  <>
    <BrokenLinks {...props} />
    <Backlinks {...props} />
  </>
)

type Broken = z.output<typeof BrokenLink>

const faults: Record<Broken['fault'], string> = {
  gone: 'is no more',
  'not-published': 'is not published',
  'not-for-all-readers': 'is not for all who read this',
  'no-such-section': 'has no such section',
}

const BrokenLinks = ({ brokenLinks, editor }: PanelProps) =>
  brokenLinks.length > 0 && (
    <PanelSection title="Links to mend">
      <ul className="-mx-1.5 grid gap-0.5">
        {brokenLinks.map((link) => (
          <li key={`${link.href ?? link.id} ${link.anchor ?? ''}`}>
            <button
              type="button"
              onClick={() => editor && leadTo(editor, link)}
              className="block w-full rounded-sm px-1.5 py-1 text-left wrap-anywhere text-ink-2 hover:bg-hover hover:text-ink"
            >
              <b className="font-medium text-ink">{nameOf(link)}</b> {faults[link.fault]}
            </button>
          </li>
        ))}
      </ul>
    </PanelSection>
  )

const nameOf = ({ title, href, kind }: Broken) => title || href || (kind === 'article' ? 'An article' : 'A category')

/** To its first place in the text. */
function leadTo(editor: Editor, { id, href }: Broken) {
  const isIt = ({ attrs }: { attrs: Record<string, unknown> }) => {
    const target = (attrs.link ?? attrs) as { href?: string; reference?: { id: string } | null }
    return href === null ? target.reference?.id === id : target.href === href
  }
  let place: { from: number; to: number } | undefined
  editor.state.doc.descendants((node, pos) => {
    if (!place && (isIt(node) || node.marks.some(isIt))) place = { from: pos, to: pos + node.nodeSize }
    return !place
  })
  if (place) editor.chain().setTextSelection(place).focus().scrollIntoView().run()
}

const Backlinks = ({ backlinks, languages }: PanelProps) =>
  backlinks.length > 0 && (
    <PanelSection title="Used in">
      <ul className="grid gap-1">
        {backlinks.map(({ id, title }) => (
          <li key={id} className="truncate">
            <TextLink href={hrefOf(id, languages[0]!, languages)}>{title || 'Untitled'}</TextLink>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
