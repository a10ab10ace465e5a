import { Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'

const titles = new Set(['stepTitle', 'detailsSummary'])

/** The keys of steps and details: Enter leads from a title to its text, from an empty line to the next step, and out. */
export const TitledBlocks = Extension.create({
  name: 'titledBlocks',
  priority: 200,
  addKeyboardShortcuts() {
    const run = (act: (tr: Transaction, $from: ResolvedPos) => boolean) => () =>
      this.editor.commands.command(({ tr, state }) => state.selection.empty && act(tr, state.selection.$from))
    return { Enter: run(goOn), Backspace: run(takeOut) }
  },
})

function goOn(tr: Transaction, $from: ResolvedPos): boolean {
  if (titles.has($from.parent.type.name)) {
    tr.setSelection(TextSelection.near(tr.doc.resolve($from.after() + 1))).scrollIntoView()
    return true
  }
  return $from.depth >= 2 && isEmptyEnd($from) && $from.node(-1).type.name === 'step' && nextStep(tr, $from)
}

const isEmptyEnd = ($from: ResolvedPos) =>
  $from.parent.type.name === 'paragraph' &&
  $from.parent.content.size === 0 &&
  $from.index(-1) === $from.node(-1).childCount - 1

/** The empty line that asks for the next step goes, where the step has others. */
function nextStep(tr: Transaction, $from: ResolvedPos): boolean {
  const step = $from.node(-1)
  const isOnly = step.childCount === 2
  const isUnused = isOnly && step.child(0).content.size === 0
  if (isUnused) return leaveSteps(tr, $from)
  let after = $from.after(-1)
  if (!isOnly) {
    tr.delete($from.before(), $from.after())
    after -= 2
  }
  const next = step.type.createAndFill()
  if (!next) return false
  tr.insert(after, next)
  tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView()
  return true
}

/** A step without a word in it, at the end, becomes a line behind the steps. */
function leaveSteps(tr: Transaction, $from: ResolvedPos): boolean {
  const steps = $from.node(-2)
  const { paragraph } = tr.doc.type.schema.nodes
  if ($from.index(-2) !== steps.childCount - 1 || !paragraph) return false
  const isWhole = steps.childCount === 1
  const [from, to] = isWhole ? [$from.before(-2), $from.after(-2)] : [$from.before(-1), $from.after(-1)]
  if (isWhole) tr.replaceWith(from, to, paragraph.create())
  else tr.delete(from, to).insert(from + 1, paragraph.create())
  tr.setSelection(TextSelection.near(tr.doc.resolve(isWhole ? from + 1 : from + 2))).scrollIntoView()
  return true
}

/** At the start of an empty step or of empty details there is nothing to join: they go. */
function takeOut(tr: Transaction, $from: ResolvedPos): boolean {
  if (!titles.has($from.parent.type.name) || $from.parentOffset > 0) return false
  const block = $from.node(-1)
  if (block.textContent !== '') return false
  const list = $from.node(-2)
  const isOfMany = block.type.name === 'step' && list.childCount > 1
  const depth = block.type.name === 'step' && !isOfMany ? -2 : -1
  const { paragraph } = tr.doc.type.schema.nodes
  const before = $from.before(depth)
  tr.replaceWith(before, $from.after(depth), isOfMany || !paragraph ? [] : paragraph.create())
  tr.setSelection(TextSelection.near(tr.doc.resolve(isOfMany ? before : before + 1), isOfMany ? -1 : 1))
  return true
}
