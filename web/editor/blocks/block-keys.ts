import { type CommandProps, Extension } from '@tiptap/core'
import { Fragment, type Node, type ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from '@tiptap/pm/state'

const parts = new Set([
  ...['tableRow', 'tableCell', 'tableHeader', 'stepTitle', 'detailsSummary', 'detailsContent', 'column'],
])

export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    const move = (by: -1 | 1) => () =>
      this.editor.commands.command(({ state, tr, dispatch }) => moveBlock(state, tr, by, Boolean(dispatch)))
    return {
      'Alt-ArrowUp': move(-1),
      'Alt-ArrowDown': move(1),
      Escape: () => this.editor.commands.selectParentNode(),
    }
  },
})

// Moves the block at the cursor, for example a list item within its list. At the edge of the list, moves the whole
// list.
function moveBlock(state: EditorState, tr: Transaction, by: -1 | 1, isWanted: boolean): boolean {
  const { selection } = state
  const { $from } = selection
  const chosen = selection instanceof NodeSelection ? $from.depth + 1 : $from.depth
  for (let depth = chosen; depth > 0; depth--) {
    const parent = $from.node(depth - 1)
    const index = $from.index(depth - 1)
    const moved = swapped(parent, index, by)
    if (!moved || parts.has(parent.child(index).type.name)) continue
    if (isWanted) swap(tr, { from: $from.posAtIndex(Math.min(index, index + by), depth - 1), moved, parent, index, by })
    return true
  }
  return false
}

function swapped(parent: Node, index: number, by: -1 | 1): [Node, Node] | null {
  const other = parent.maybeChild(index + by)
  if (!other || index + by < 0 || parts.has(other.type.name)) return null
  const children = [...parent.children]
  children.splice(Math.min(index, index + by), 2, ...(by === 1 ? [other, children[index]!] : [children[index]!, other]))
  if (!parent.type.validContent(Fragment.from(children))) return null
  return by === 1 ? [other, parent.child(index)] : [parent.child(index), other]
}

type Swap = { from: number; moved: [Node, Node]; parent: Node; index: number; by: -1 | 1 }

function swap(tr: Transaction, { from, moved, parent, index, by }: Swap) {
  const [first, second] = moved
  const { selection } = tr
  const shift = by * parent.child(index + by).nodeSize
  const isNode = selection instanceof NodeSelection
  const [anchor, head] = [selection.anchor + shift, selection.head + shift]
  tr.replaceWith(from, from + first.nodeSize + second.nodeSize, moved)
  const next = isNode
    ? NodeSelection.create(tr.doc, anchor)
    : Selection.fromJSON(tr.doc, { ...selection.toJSON(), anchor, head })
  tr.setSelection(next).scrollIntoView()
}

const titles = new Set(['stepTitle', 'detailsSummary'])

/**
 * Keys in steps and details. Enter moves from a title to its text, and from an empty last line of a step to the next
 * step. Backspace removes an empty step or empty details.
 */
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

// Adds a step and removes the empty last line of the current step, except its only line. An empty step ends the list.
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

// Replaces an empty last step with an empty paragraph after the steps. Returns false for a step that is not the last.
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

/** Removes an empty step or empty details when Backspace is pressed at the start of the title. */
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

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    focusBlock: { focusBlock: (pos: number) => ReturnType }
  }
}

/** Moves the cursor to a block without selecting the block, so that typing replaces nothing. */
export const FocusBlock = Extension.create({
  name: 'focusBlock',
  // Moves the cursor to the first text. Otherwise a picture at the start would be selected.
  onCreate: ({ editor }) => {
    const { doc, selection, tr } = editor.state
    const words = 'node' in selection && Selection.findFrom(doc.resolve(0), 1, true)
    if (words) editor.view.dispatch(tr.setSelection(words).setMeta('addToHistory', false))
  },
  addCommands: () => ({
    focusBlock:
      (pos) =>
      ({ tr, view, commands, dispatch }: CommandProps) => {
        const node = tr.doc.nodeAt(pos)
        if (!node || !dispatch) return node !== null
        const field = node.isAtom ? fieldIn(view.nodeDOM(pos)) : null
        if (field) {
          field.scrollIntoView({ block: 'center' })
          field.focus({ preventScroll: true })
          return true
        }
        const $end = tr.doc.resolve(pos + node.nodeSize - (node.isAtom ? 0 : 1))
        const way = node.isAtom ? 1 : -1
        const words = Selection.findFrom($end, way, true) ?? Selection.findFrom($end, -way, true)
        if (words) tr.setSelection(words).scrollIntoView()
        return commands.focus(undefined, { scrollIntoView: false })
      },
  }),
})

// Finds the control to focus in a block without text: the input for the alternative text of a picture, else the first
// button or link.
function fieldIn(drawn: globalThis.Node | null): HTMLElement | null {
  if (!(drawn instanceof HTMLElement)) return null
  return drawn.querySelector<HTMLElement>('[data-led-to]') ?? drawn.querySelector<HTMLElement>('button, a[href]')
}
