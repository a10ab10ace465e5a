import type { Editor } from '@tiptap/core'
import type { z } from 'zod'
import type { BrokenLink, checkLinksAgain } from '#contract/knowledge-base/links.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { hrefOf } from '#web/service/knowledge-base/editor/article-data.ts'
import { Button } from '#web/ui/button/button.tsx'
import { PanelSection } from '#web/ui/page/side-panel.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { PanelProps } from './article-panel.tsx'

export const Links = (props: PanelProps) => (
  <>
    <BrokenLinks {...props} />
    <Backlinks {...props} />
  </>
)

type Broken = z.output<typeof BrokenLink>
type Inside = Extract<Broken, { anchor: unknown }>
type Outside = Extract<Broken, { kind: 'outside' }>

const faults: Record<Inside['fault'], string> = {
  gone: 'was deleted',
  'not-published': 'is not published',
  'not-for-all-readers': 'is not visible to all readers of this article',
  'no-such-section': 'has no such section',
}

const outsideFaults: Record<Outside['fault'], (status: number | null) => string> = {
  'bad-answer': (status) => `answered ${status}`,
  'no-address': () => 'has an unknown host',
  'bad-certificate': () => 'had no valid certificate',
  refused: () => 'denied access',
  'no-answer': () => 'did not answer',
}

const BrokenLinks = ({ article, brokenLinks, editor, canWrite }: PanelProps) =>
  brokenLinks.length > 0 && (
    <PanelSection title="Broken links">
      <ul className="-mx-1.5 grid gap-0.5">
        {brokenLinks.map((link) => (
          <li key={JSON.stringify(link)}>
            <button
              type="button"
              onClick={() => editor && leadTo(editor, link)}
              className="block w-full rounded-sm px-1.5 py-1 text-left wrap-anywhere text-ink-2 hover:bg-hover hover:text-ink"
            >
              <b className="font-medium text-ink">{nameOf(link)}</b> <Fault {...link} />
            </button>
          </li>
        ))}
      </ul>
      {article && canWrite && brokenLinks.some(({ kind }) => kind === 'outside') && <CheckAgain id={article.id} />}
    </PanelSection>
  )

function Fault(link: Broken) {
  if (link.kind !== 'outside') return faults[link.fault]
  return (
    <>
      {outsideFaults[link.fault](link.status)} on <Time at={link.checkedAt} style="day" />
    </>
  )
}

function CheckAgain({ id }: { id: string }) {
  const { write, isPending } = useWrite(
    () => ask<typeof checkLinksAgain>('PUT', '/api/v1/knowledge-base/articles/:id/link-check', { params: { id } }),
    { tellsProblem: true, done: ({ waiting }) => wordsFor(waiting) },
  )
  return (
    <Button className="mt-2" onClick={() => write()} busy={isPending}>
      Check again
    </Button>
  )
}

function wordsFor(waiting: number) {
  if (waiting === 0) return 'Not checked again: the last check was less than ten minutes ago'
  return waiting === 1 ? 'One link is being checked again' : `${waiting} links are being checked again`
}

const nameOf = (link: Broken) =>
  link.kind === 'outside'
    ? link.href
    : link.title || link.href || (link.kind === 'article' ? 'An article' : 'A category')

function leadTo(editor: Editor, link: Broken) {
  const { href } = link
  const id = link.kind === 'outside' ? null : link.id
  const isIt = ({ attrs }: Pick<Editor['state']['doc'], 'attrs'>) => {
    const target: { href?: string; reference?: { id: string } | null } = attrs.link ?? attrs
    return href === null ? target.reference?.id === id : target.href === href
  }
  let place: { from: number; to: number; isWords: boolean } | undefined
  editor.state.doc.descendants((node, pos) => {
    const isFound = !place && (isIt(node) || node.marks.some(isIt))
    if (isFound) place = { from: pos, to: pos + node.nodeSize, isWords: node.isText }
    return !place
  })
  if (place?.isWords) editor.chain().setTextSelection(place).focus().scrollIntoView().run()
  else if (place) editor.commands.focusBlock(place.from)
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
