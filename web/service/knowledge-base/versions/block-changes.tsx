import { useState } from 'react'
import { plural } from '#web/lib/words/format.ts'
import { Button } from '#web/ui/button/button.tsx'
import { WordChanges } from '#web/ui/text/word-changes.tsx'
import { ChangeFrame, Sides } from './change-frame.tsx'
import type { ComparedBlock } from './version-words.ts'

type Run = { at: number; blocks: ComparedBlock[]; isSame: boolean }

/** The later text, with removed blocks in their old places. Long unchanged runs are folded. */
export const BlockChanges = ({ blocks }: { blocks: ComparedBlock[] }) =>
  runsOf(blocks).map((run) =>
    run.isSame ? (
      <SameBlocks key={run.at} blocks={run.blocks} />
    ) : (
      run.blocks.map((block, index) => <ChangedBlock key={`${run.at} ${index.toString()}`} block={block} />)
    ),
  )

function runsOf(blocks: ComparedBlock[]): Run[] {
  const runs: Run[] = []
  blocks.forEach((block, at) => {
    const isSame = block.kind === 'same'
    const last = runs.at(-1)
    if (last?.isSame === isSame) last.blocks.push(block)
    else runs.push({ at, blocks: [block], isSame })
  })
  return runs
}

/** More unchanged blocks than this are folded. */
const mostOpen = 4

function SameBlocks({ blocks }: { blocks: ComparedBlock[] }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen || blocks.length <= mostOpen)
    return blocks.map((block, index) => <Same key={index.toString()} block={block} />)
  return (
    <>
      <Same block={blocks[0]!} />
      <Button variant="ghost" className="justify-self-start" onClick={() => setOpen(true)}>
        Show {plural(blocks.length - 2, 'block')} that did not change
      </Button>
      <Same block={blocks.at(-1)!} />
    </>
  )
}

const Same = ({ block }: { block: ComparedBlock }) => (
  <div className="pl-3.5 text-ink-2">{'html' in block && <Html html={block.html} />}</div>
)

function ChangedBlock({ block }: { block: ComparedBlock }) {
  if (block.kind !== 'changed')
    return (
      <ChangeFrame name={names[block.kind]} kind={block.kind === 'same' ? 'changed' : block.kind}>
        <Html html={block.html} />
      </ChangeFrame>
    )
  const { words, was, is, isMoved, type } = block
  const saysOther = words.some(({ kind }) => kind !== 'same')
  const showsPicture = hasPicture(was) || hasPicture(is)
  const name = saysOther || showsPicture ? 'Changed' : 'Of another form'
  return (
    <ChangeFrame name={isMoved ? `${name} and moved` : name} kind="changed">
      {saysOther && (
        <p className={`whitespace-pre-wrap wrap-anywhere ${type === 'heading' ? 'font-semibold' : ''}`}>
          <WordChanges words={words} />
        </p>
      )}
      {(!saysOther || showsPicture) && <Sides was={<Html html={was} />} is={<Html html={is} />} />}
    </ChangeFrame>
  )
}

const names = { same: 'The same', moved: 'Moved', added: 'Added', removed: 'Removed' }

const hasPicture = (html: string) => html.includes('<img')

// biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server from the document's schema
const Html = ({ html }: { html: string }) => <div className="written" dangerouslySetInnerHTML={{ __html: html }} />
