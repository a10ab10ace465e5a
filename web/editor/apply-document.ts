import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import type { Mapping } from '@tiptap/pm/transform'
import { diffArrays } from 'diff'
import type { Document } from '#contract/document.ts'

type Turn = { at: number; size: number; blocks: Node[] }

/** Of a change that the server or another page made, and not who writes here. */
export const fromElsewhere = 'fromElsewhere'

/**
 * Brings into the editor what became of a document elsewhere, block by block, so that cursor and undo stay. `before` is
 * what the editor held when it was sent, `since` what was written after that. False where both fell on one block.
 */
export function applyDocument(editor: Editor, before: Document, after: Document, since: Mapping): boolean {
  const { schema, tr } = editor.state
  const turns = turnsBetween(schema.nodeFromJSON(before), schema.nodeFromJSON(after))
  if (turns.some(({ at, size }) => isTouched(since, at, at + size))) return false
  for (const { at, size, blocks } of turns.toReversed()) {
    const from = since.map(at, -1)
    tr.replaceWith(from, size === 0 ? from : since.map(at + size, 1), blocks)
  }
  if (turns.length > 0) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(fromElsewhere, true))
  return true
}

function isTouched(since: Mapping, from: number, to: number): boolean {
  let [start, end] = [from, to]
  for (const map of since.maps) {
    let touched = false
    map.forEach((changedFrom, changedTo) => {
      touched ||= changedFrom < end && changedTo > start
    })
    if (touched) return true
    start = map.map(start, -1)
    end = map.map(end, 1)
  }
  return false
}

function turnsBetween(before: Node, after: Node): Turn[] {
  const turns: Turn[] = []
  let at = 0
  for (const { added, removed, value } of diffArrays([...before.children], [...after.children], {
    comparator: isSame,
  })) {
    const size = added ? 0 : value.reduce((sum, block) => sum + block.nodeSize, 0)
    const last = turns.at(-1)
    // What was taken out and what was put in its place are one turn.
    if (added && last && last.at + last.size === at) last.blocks = value
    else if (added || removed) turns.push({ at, size, blocks: added ? value : [] })
    at += size
  }
  return turns
}

const isSame = (one: Node, other: Node) => one.eq(other)
