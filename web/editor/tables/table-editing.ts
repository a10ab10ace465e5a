import { type CommandProps, type Editor, Extension } from '@tiptap/core'
import { type EditorState, Plugin } from '@tiptap/pm/state'
import * as tables from '@tiptap/pm/tables'
import type { CellAlignment, DocumentNode } from '#contract/writing/document.ts'
import { pasteIntoTable, readCells } from './paste-into-table.ts'

const commands = {
  addRowBefore: tables.addRowBefore,
  addRowAfter: tables.addRowAfter,
  deleteRow: tables.deleteRow,
  addColumnBefore: tables.addColumnBefore,
  addColumnAfter: tables.addColumnAfter,
  deleteColumn: tables.deleteColumn,
  toggleHeadRow: tables.toggleHeader('row'),
  toggleHeadColumn: tables.toggleHeader('column'),
  toggleHeadCell: tables.toggleHeaderCell,
  mergeCells: tables.mergeCells,
  splitCell: tables.splitCell,
  deleteTable: tables.deleteTable,
}

export type TableCommand = keyof typeof commands

/** Returns whether a table command is possible. A chain of commands would be too slow after each key press. */
export const canChangeTable = (state: EditorState, command: TableCommand) => commands[command](state)

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    tableEditing: {
      changeTable: (command: TableCommand) => ReturnType
      alignCells: (align: CellAlignment | null) => ReturnType
    }
  }
}

export const TableEditing = Extension.create({
  name: 'tableEditing',
  addProseMirrorPlugins() {
    const { editor } = this
    const pasting = new Plugin({
      props: {
        // If `readCells` returns null, the editor parses the text itself. The `!` is needed, because the type does not
        // allow null.
        clipboardTextParser: (text) => readCells(editor.state, text)!,
        handlePaste: (_, __, slice) => pasteIntoTable(editor, slice),
      },
    })
    return [pasting, tables.columnResizing({ cellMinWidth: 60 }), tables.tableEditing()]
  },
  addCommands: () => ({
    changeTable:
      (command) =>
      ({ state, dispatch }: CommandProps) =>
        commands[command](state, dispatch),
    alignCells:
      (align) =>
      ({ state, dispatch }: CommandProps) =>
        tables.setCellAttr('align', align === 'left' ? null : align)(state, dispatch),
  }),
  addKeyboardShortcuts() {
    const go = (by: -1 | 1) => () =>
      this.editor.commands.command(({ state, dispatch }) => tables.goToNextCell(by)(state, dispatch))
    return {
      Tab: () =>
        go(1)() || (this.editor.isActive('table') && this.editor.chain().changeTable('addRowAfter').run() && go(1)()),
      'Shift-Tab': go(-1),
      'Mod-Alt-j': () => joinOrSplit(this.editor),
    }
  },
})

function joinOrSplit({ state, commands }: Editor): boolean {
  const act = (['mergeCells', 'splitCell'] as const).find((one) => canChangeTable(state, one))
  return act !== undefined && commands.changeTable(act)
}

export const newTable = (): DocumentNode => ({
  type: 'table',
  content: [0, 1, 2].map((row) => ({
    type: 'tableRow',
    content: [0, 1, 2].map(() => ({
      type: row === 0 ? 'tableHeader' : 'tableCell',
      content: [{ type: 'paragraph' as const }],
    })),
  })),
})
